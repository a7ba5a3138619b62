-- Functions with a state in tables: one that the API calls, and those of the triggers (0003_triggers.sql).

-- Leases events of an account's publishing limits to one process: `wanted` of them where there are so many, at least
-- `needed`, or none. `returned` were leased before and not published. GCRA over `spent_until`; days are UTC days.
create function lease_events(
  account uuid, needed int, wanted int, returned int,
  default_per_second int, default_burst int, default_per_day bigint,
  out granted int, out per_second int, out burst int, out per_day bigint,
  out left_now int, out left_today bigint, out wait_seconds float8, out day_seconds float8
) language plpgsql as $$
declare
  moment timestamptz;
  today date;
  since timestamptz;
  usage publishing_usage;
begin
  select coalesce(l.events_per_second, default_per_second), coalesce(l.burst, default_burst),
    coalesce(l.events_per_day, default_per_day)
  into per_second, burst, per_day
  from (select 1) one left join account_limits l on l.account_id = account;

  insert into publishing_usage (account_id) values (account) on conflict do nothing;
  select * into usage from publishing_usage u where u.account_id = account for update;
  moment := clock_timestamp();
  today := (moment at time zone 'UTC')::date;
  day_seconds := extract(epoch from (today + 1)::timestamp - moment at time zone 'UTC');
  if usage.day <> today then
    usage.used := 0;
  else
    usage.used := greatest(usage.used - returned, 0);
  end if;

  since := greatest(usage.spent_until - returned * interval '1 second' / per_second, moment);
  left_now := greatest(floor(burst - extract(epoch from since - moment) * per_second + 0.001), 0);
  left_today := greatest(per_day - usage.used, 0);
  granted := case when least(left_now, left_today) >= needed then least(wanted, left_now, left_today) else 0 end;
  wait_seconds := case
    when left_today < needed then day_seconds
    when left_now < needed then (needed - left_now)::float8 / per_second
    else 0
  end;
  left_now := left_now - granted;
  left_today := left_today - granted;
  update publishing_usage u
  set spent_until = since + granted * interval '1 second' / per_second, day = today, used = usage.used + granted
  where u.account_id = account;
end $$;

-- Inserts the row that counts a rate limit.
create function meter_webhook() returns trigger language plpgsql as $$
begin
  insert into rate_limits (webhook_id) values (new.id) on conflict do nothing;
  return null;
end $$;

-- Records the current URL of a webhook.
create function note_address() returns trigger language plpgsql as $$
begin
  insert into addresses (webhook_id, account_id, url) values (new.id, new.account_id, new.callback_url)
  on conflict do nothing;
  return null;
end $$;

-- Refuses a new status for a delivered delivery.
create function delivered_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'delivery % was delivered and stays so', old.id using errcode = 'integrity_constraint_violation';
end $$;

-- Records the result of a replayed delivery when its queue row is deleted, whichever statement deletes it.
create function end_replay_item() returns trigger language plpgsql as $$
begin
  update replay_items i set state = case
      when not exists (select from webhooks w where w.id = old.webhook_id) then 'skipped'
      when not old.leased then 'cancelled'
      when d.cause is null then 'delivered'
      else 'failed' end
  from deliveries d
  where i.replay_id = old.replay_id and i.delivery_id = old.delivery_id and i.state = 'queued'
    and d.id = old.delivery_id;
  return null;
end $$;

-- Records that a webhook was paused or resumed. Resuming resets the failures that count towards the next automatic pause.
create function tell_of_pause() returns trigger language plpgsql as $$
begin
  insert into operational_events (id, account_id, webhook_id, kind, reason, details)
  select new_id(), new.account_id, new.id, told.kind, told.reason,
    jsonb_strip_nulls(jsonb_build_object(
      'failingSince', r.failing_since, 'failedDeliveries', nullif(r.failed_deliveries, 0), 'failure', r.failure))
  from (values
    ('webhook.resumed', null, 'Resumed by a person; what waited is sent.'),
    ('webhook.paused', 'person', 'Paused by a person; new events wait until it is resumed.'),
    ('webhook.gone', 'gone', 'Its receiver answered 410 Gone, so it was paused; new events wait until it is resumed.'),
    ('webhook.auto_paused', 'failing',
      'Everything sent to it in five days failed, so it was paused; new events wait until it is resumed.')
  ) as told(kind, pause_reason, reason)
    left join receivers r on r.webhook_id = new.id and new.paused_at is not null
  where told.pause_reason is not distinct from new.pause_reason;
  if new.paused_at is null then
    update receivers set failing_since = null, failed_at = null, failures = 0, failed_deliveries = 0, failure = null
    where webhook_id = new.id and failing_since is not null;
  end if;
  return null;
end $$;

-- Records changes of a receiver's health: three failures in a row, not one lost request. A receiver is deleted when the URL of
-- its webhook changes. When the webhook itself is deleted, nothing is recorded.
create function tell_of_receiver() returns trigger language plpgsql as $$
declare
  was receivers := case when tg_op <> 'INSERT' then old end;
  moved text := case when tg_op = 'DELETE' then 'Its callback URL changed; what was known of the receiver is forgotten.' end;
begin
  insert into operational_events (id, account_id, webhook_id, kind, reason, details)
  select new_id(), w.account_id, w.id, told.kind, told.reason, jsonb_strip_nulls(told.details)
  from webhooks w, (values
    (coalesce(was.failures, 0) < 3 and new.failures >= 3, 'webhook.failing',
      'Three requests in a row failed' || coalesce('; the last: ' || new.failure, '.'),
      jsonb_build_object('failingSince', new.failing_since)),
    -- Being resumed resets the count too, and proves nothing.
    (was.failures >= 3 and new.failing_since is null and pg_trigger_depth() = 1, 'webhook.recovered',
      coalesce(moved, 'A request succeeded again.'),
      jsonb_build_object('failingSince', was.failing_since, 'failures', was.failures)),
    (was.open_until is null and new.open_until is not null, 'webhook.circuit_opened',
      'So many requests failed that nothing but tests and resends is sent until it has rested.',
      jsonb_build_object('restsUntil', new.open_until, 'failure', new.failure)),
    (was.open_until is not null and new.open_until is null, 'webhook.circuit_closed',
      coalesce(moved, 'It took what was sent to it step by step; everything is sent again.'), '{}'),
    (was.slow_since is null and new.slow_since is not null, 'webhook.slow',
      'It let a deadline pass; it is served apart from the others until it is quick again.', '{}'),
    (was.slow_since is not null and new.slow_since is null, 'webhook.quick',
      coalesce(moved, 'Its answers are quick again.'), jsonb_build_object('slowSince', was.slow_since))
  ) as told(happened, kind, reason, details)
  where w.id = coalesce(new.webhook_id, was.webhook_id) and not w.one_shot and told.happened;
  return null;
end $$;

-- Queues an alert for a change of health that the alert address subscribed to. Sample data (its account is 01995a3b-…) sends
-- none. The query part of the URL is left out, because it may be a secret.
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

-- Refuses changes of the audit log.
create function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only ever added to' using errcode = 'insufficient_privilege';
end $$;

-- Writes automatic pauses to the audit log. The API writes those that a person requested.
create function audit_own_pause() returns trigger language plpgsql as $$
begin
  insert into audit_log (id, account_id, actor_kind, action, target_id, webhook_id, before, after)
  values (new_id(), new.account_id, 'system', 'webhook.paused', new.id, new.id,
    '{"paused":false}', json_build_object('paused', true, 'reason', new.pause_reason)::text);
  return null;
end $$;
