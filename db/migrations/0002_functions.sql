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
create function create_rate_limit() returns trigger language plpgsql as $$
begin
  insert into rate_limits (webhook_id) values (new.id) on conflict do nothing;
  return null;
end $$;

-- Records the current URL of a webhook.
create function record_address() returns trigger language plpgsql as $$
begin
  insert into addresses (webhook_id, account_id, url) values (new.id, new.account_id, new.callback_url)
  on conflict do nothing;
  return null;
end $$;

-- Refuses a new status for a delivered delivery.
create function delivered_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'delivery % was delivered; its status is final', old.id using errcode = 'integrity_constraint_violation';
end $$;

-- Records the result of a replayed delivery when its queue row is deleted, whichever statement deletes it.
create function finish_replay_item() returns trigger language plpgsql as $$
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

-- Records that a webhook was paused or resumed. Resuming resets the failures that count towards the next automatic
-- pause.
create function record_pause_change() returns trigger language plpgsql as $$
begin
  insert into operational_events (id, account_id, webhook_id, kind, reason, details)
  select new_id(), new.account_id, new.id, change.kind, change.reason,
    jsonb_strip_nulls(jsonb_build_object(
      'failingSince', r.failing_since, 'failedDeliveries', nullif(r.failed_deliveries, 0), 'failure', r.failure))
  from (values
    ('webhook.resumed', null, 'Resumed by a person. Waiting deliveries are sent.'),
    ('webhook.paused', 'person', 'Paused by a person. New deliveries wait until the webhook is resumed.'),
    ('webhook.gone', 'gone',
      'The receiver answered 410 Gone, so the webhook was paused. New deliveries wait until it is resumed.'),
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
end $$;

-- Records changes of a receiver's health. One failed request is none; three in a row are. A receiver is deleted when the
-- URL of its webhook changes. When the webhook itself is deleted, nothing is recorded.
create function record_health_change() returns trigger language plpgsql as $$
declare
  was receivers := case when tg_op <> 'INSERT' then old end;
  reset text := case when tg_op = 'DELETE'
    then 'The callback URL changed, so the health of the former receiver was reset.' end;
begin
  insert into operational_events (id, account_id, webhook_id, kind, reason, details)
  select new_id(), w.account_id, w.id, change.kind, change.reason, jsonb_strip_nulls(change.details)
  from webhooks w, (values
    (coalesce(was.failures, 0) < 3 and new.failures >= 3, 'webhook.failing',
      'Three requests in a row failed' || coalesce('; the last: ' || new.failure, '.'),
      jsonb_build_object('failingSince', new.failing_since)),
    -- Not when resuming resets the count (trigger depth 2), because no request has succeeded.
    (was.failures >= 3 and new.failing_since is null and pg_trigger_depth() = 1, 'webhook.recovered',
      coalesce(reset, 'A request succeeded again.'),
      jsonb_build_object('failingSince', was.failing_since, 'failures', was.failures)),
    (was.open_until is null and new.open_until is not null, 'webhook.circuit_opened',
      'Too many requests failed, so the circuit is open. Only tests and resends are sent until the cool-down ends.',
      jsonb_build_object('restsUntil', new.open_until, 'failure', new.failure)),
    (was.open_until is not null and new.open_until is null, 'webhook.circuit_closed',
      coalesce(reset, 'The receiver accepted the probes, so the circuit is closed. All deliveries are sent again.'), '{}'),
    (was.slow_since is null and new.slow_since is not null, 'webhook.slow',
      'A request exceeded its deadline. Deliveries wait in the slow lane until responses are fast again.', '{}'),
    (was.slow_since is not null and new.slow_since is null, 'webhook.quick',
      coalesce(reset, 'Responses are fast again.'), jsonb_build_object('slowSince', was.slow_since))
  ) as change(happened, kind, reason, details)
  where w.id = coalesce(new.webhook_id, was.webhook_id) and not w.one_shot and change.happened;
  return null;
end $$;

-- Queues an alert for a change of health that the alert address subscribed to. Sample data, whose account is 01995a3b-…,
-- sends none. The query part of the URL is left out, because it may be a secret.
create function queue_alert() returns trigger language plpgsql as $$
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
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
end $$;

-- Writes automatic pauses to the audit log. The API writes those that a person requested.
create function audit_automatic_pause() returns trigger language plpgsql as $$
begin
  insert into audit_log (id, account_id, actor_kind, action, target_id, webhook_id, before, after)
  values (new_id(), new.account_id, 'system', 'webhook.paused', new.id, new.id,
    '{"paused":false}', json_build_object('paused', true, 'reason', new.pause_reason)::text);
  return null;
end $$;
