-- A key pauses and resumes as well as a person does.
CREATE OR REPLACE FUNCTION record_pause_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into operational_events (id, account_id, webhook_id, kind, reason, details)
  select new_id(), new.account_id, new.id, change.kind, change.reason,
    jsonb_strip_nulls(jsonb_build_object(
      'failingSince', r.failing_since, 'failedDeliveries', nullif(r.failed_deliveries, 0), 'failure', r.failure))
  from (values
    ('webhook.resumed', null, 'Resumed manually. Waiting deliveries are sent.'),
    ('webhook.paused', 'person', 'Paused manually. New deliveries wait until the webhook is resumed.'),
    ('webhook.gone', 'gone',
      'The receiver responded 410 Gone, so the webhook was paused. New deliveries wait until it is resumed.'),
    ('webhook.auto_paused', 'failing',
      'Every attempt of the last five days failed, so the webhook was paused. New deliveries wait until it is resumed.')
  ) as change(kind, pause_reason, reason)
    left join receivers r on r.webhook_id = new.id and new.paused_at is not null
  where change.pause_reason is not distinct from new.pause_reason;
  if new.paused_at is null then
    update receivers set failing_since = null, failed_at = null, failures = 0, failed_deliveries = 0, failure = null
    where webhook_id = new.id and failing_since is not null;
  end if;
  return null;
end $function$;
