-- Whatever changes a webhook's health tells the operators' receiver in the same transaction, if it asked for that.
-- The sample data is nobody's: 01995a3b-… is its account. What stands after ? in an address may be a secret.
create function alert_of_change() returns trigger language plpgsql as $$
begin
  insert into alerts (id, kind, data)
  select new_id(), new.kind, jsonb_strip_nulls(jsonb_build_object(
    'reason', new.reason, 'webhookId', new.webhook_id, 'accountId', new.account_id,
    'label', nullif(w.label, ''), 'callbackUrl', split_part(w.callback_url, '?', 1),
    'details', nullif(new.details, '{}')::jsonb,
    'createdAt', to_char(new.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::text
  from alert_receivers r left join webhooks w on w.id = new.webhook_id
  where new.kind = any(r.kinds) and new.account_id <> '01995a3b-1e00-7000-8000-5a3b1e5a3b1e';
  return null;
end $$;
--> statement-breakpoint
create trigger alert_of_change after insert on operational_events
  for each row execute function alert_of_change();
