-- Triggers record what must be recorded whatever code makes the change. Their functions are in 0002_functions.sql.

-- Queue and log
-- -------------

create trigger end_replay_item after delete on queue
  for each row when (old.replay_id is not null) execute function end_replay_item();

create trigger delivered_is_final before update of status on deliveries
  for each row when (old.status = 'delivered' and new.status <> 'delivered')
  execute function delivered_is_final();

-- Webhooks
-- --------

create trigger meter_webhook after insert or update of rate_per_second on webhooks
  for each row when (new.rate_per_second is not null) execute function meter_webhook();

-- One-shot callbacks have no address, because there may be as many as events.
create trigger note_address after insert or update of callback_url on webhooks
  for each row when (not new.one_shot) execute function note_address();

-- Health changes and alerts
-- -------------------------

-- One-shot callbacks have no health.
create trigger tell_of_pause after update of paused_at on webhooks
  for each row when (not new.one_shot and (old.paused_at is null) <> (new.paused_at is null))
  execute function tell_of_pause();

create trigger tell_of_new_receiver after insert on receivers
  for each row execute function tell_of_receiver();

create trigger tell_of_receiver after update on receivers
  for each row when (
    old.failures < 3 and new.failures >= 3 or old.failures >= 3 and new.failing_since is null
    or (old.open_until is null) <> (new.open_until is null) or (old.slow_since is null) <> (new.slow_since is null)
  ) execute function tell_of_receiver();

create trigger tell_of_forgotten_receiver after delete on receivers
  for each row when (old.failures >= 3 or old.open_until is not null or old.slow_since is not null)
  execute function tell_of_receiver();

create trigger alert_of_change after insert on operational_events
  for each row execute function alert_of_change();

-- Audit log
-- ---------

create trigger audit_log_is_append_only before update or truncate on audit_log
  for each statement execute function audit_log_is_append_only();

-- The entries of sample data can be removed with it: 01995a3b-… is its account.
create trigger audit_log_keeps_entries before delete on audit_log
  for each row when (old.account_id is distinct from '01995a3b-1e00-7000-8000-5a3b1e5a3b1e')
  execute function audit_log_is_append_only();

create trigger audit_own_pause after update of paused_at on webhooks
  for each row when (old.paused_at is null and new.paused_at is not null and new.pause_reason <> 'person' and not new.one_shot)
  execute function audit_own_pause();
