-- Triggers record what must be recorded whatever code makes the change. Their functions are in 0002_functions.sql.

-- Queue and log
-- -------------

create trigger finish_replay_item after delete on queue
  for each row when (old.replay_id is not null) execute function finish_replay_item();

create trigger delivered_is_final before update of status on deliveries
  for each row when (old.status = 'delivered' and new.status <> 'delivered')
  execute function delivered_is_final();

-- Webhooks
-- --------

create trigger create_rate_limit after insert or update of rate_per_second on webhooks
  for each row when (new.rate_per_second is not null) execute function create_rate_limit();

-- One-shot callbacks have no address, because there may be as many as events.
create trigger record_address after insert or update of callback_url on webhooks
  for each row when (not new.one_shot) execute function record_address();

-- Health changes and alerts
-- -------------------------

-- One-shot callbacks have no health.
create trigger record_pause_change after update of paused_at on webhooks
  for each row when (not new.one_shot and (old.paused_at is null) <> (new.paused_at is null))
  execute function record_pause_change();

create trigger record_first_health after insert on receivers
  for each row execute function record_health_change();

create trigger record_health_change after update on receivers
  for each row when (
    old.failures < 3 and new.failures >= 3 or old.failures >= 3 and new.failing_since is null
    or (old.open_until is null) <> (new.open_until is null) or (old.slow_since is null) <> (new.slow_since is null)
  ) execute function record_health_change();

create trigger record_health_reset after delete on receivers
  for each row when (old.failures >= 3 or old.open_until is not null or old.slow_since is not null)
  execute function record_health_change();

create trigger queue_alert after insert on operational_events
  for each row execute function queue_alert();

-- Audit log
-- ---------

create trigger audit_log_is_append_only before update or truncate on audit_log
  for each statement execute function audit_log_is_append_only();

-- The entries of sample data can be removed with it: 01995a3b-… is its account.
create trigger audit_log_keeps_entries before delete on audit_log
  for each row when (old.account_id is distinct from '01995a3b-1e00-7000-8000-5a3b1e5a3b1e')
  execute function audit_log_is_append_only();

create trigger audit_automatic_pause after update of paused_at on webhooks
  for each row when (
    old.paused_at is null and new.paused_at is not null and new.pause_reason <> 'person' and not new.one_shot
  )
  execute function audit_automatic_pause();
