-- A notification in the transaction of a publisher makes commits wait for each other. Each new target of a one-shot callback is
-- created with a copy of the secrets of its account, and its removal deletes them; in both cases no worker holds its deliveries.
-- A rotation deletes the copies of a target that stays.
CREATE OR REPLACE FUNCTION "notify_webhook_change"() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  changed text := to_jsonb(coalesce(new, old)) ->> tg_argv[0];
begin
  if tg_table_name = 'webhook_secrets' and not exists (
    select from webhooks w where w.id = changed::uuid and not (w.one_shot and tg_op = 'INSERT')
  ) then
    return null;
  end if;
  perform pg_notify('webhook_changes', changed);
  return null;
end $$;
