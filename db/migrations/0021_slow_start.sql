-- A webhook that was paused automatically starts slowly when it is resumed: its circuit recovers without having been open. Such
-- a circuit has no cool-down, so the cool-down and not the time of the next request says whether a circuit opened or closed.
CREATE OR REPLACE FUNCTION "record_health_change"() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  was receivers := case when tg_op <> 'INSERT' then old end;
  was_failing boolean := coalesce(is_failing(was), false);
  failing boolean := coalesce(is_failing(new), false);
  reset text := case when tg_op = 'DELETE'
    then 'The callback URL changed, so the health of the former receiver was reset.' end;
begin
  insert into operational_events (id, account_id, webhook_id, kind, reason, details)
  select new_id(), w.account_id, w.id, change.kind, change.reason, jsonb_strip_nulls(change.details)
  from webhooks w, (values
    (failing and not was_failing, 'webhook.failing',
      case when new.failures > 1 then new.failures || ' requests in a row failed' else 'Too many requests failed' end
        || coalesce('; the last: ' || new.failure, '.'),
      jsonb_build_object('failingSince', new.failing_since)),
    -- Not when resuming resets the count (trigger depth 2), because no request has succeeded.
    (was_failing and not failing and pg_trigger_depth() = 1, 'webhook.recovered',
      coalesce(reset, 'A request succeeded again.'),
      jsonb_build_object('failingSince', was.failing_since, 'failures', was.failures)),
    (was.cooldown_seconds is null and new.cooldown_seconds is not null, 'webhook.circuit_opened',
      'Too many requests failed, so the circuit is open. Only tests and resends are sent until the cool-down ends.',
      jsonb_build_object('restsUntil', new.open_until, 'failure', new.failure)),
    (was.cooldown_seconds is not null and new.cooldown_seconds is null, 'webhook.circuit_closed',
      coalesce(reset, 'The receiver accepted the probes, so the circuit is closed. All deliveries are sent again.'), '{}'),
    (was.slow_since is null and new.slow_since is not null, 'webhook.slow',
      'A request exceeded its deadline. Deliveries wait in the slow lane until responses are fast again.', '{}'),
    (was.slow_since is not null and new.slow_since is null, 'webhook.quick',
      coalesce(reset, 'Responses are fast again.'), jsonb_build_object('slowSince', was.slow_since))
  ) as change(happened, kind, reason, details)
  where w.id = coalesce(new.webhook_id, was.webhook_id) and not w.one_shot and change.happened;
  return null;
end $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "record_health_change" AFTER UPDATE ON "receivers"
  FOR EACH ROW WHEN (
    is_failing(old) IS DISTINCT FROM is_failing(new)
    OR (old.cooldown_seconds IS NULL) <> (new.cooldown_seconds IS NULL)
    OR (old.slow_since IS NULL) <> (new.slow_since IS NULL)
  ) EXECUTE FUNCTION record_health_change();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "record_health_reset" AFTER DELETE ON "receivers"
  FOR EACH ROW WHEN (is_failing(old) OR old.cooldown_seconds IS NOT NULL OR old.slow_since IS NOT NULL)
  EXECUTE FUNCTION record_health_change();
