-- Entries of automatic pauses name the webhook, as all others do: by its label, or by its URL without the query.
CREATE OR REPLACE FUNCTION "audit_automatic_pause"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into audit_log (id, account_id, actor_kind, action, target_id, target_name, webhook_id, before, after)
  values (new_id(), new.account_id, 'system', 'webhook.paused', new.id,
    coalesce(nullif(new.label, ''), split_part(new.callback_url, '?', 1)), new.id,
    '{"paused":false}', json_build_object('paused', true, 'reason', new.pause_reason)::text);
  return null;
end $$;
