-- All tables but the log (0001_partitions.sql). Columns are described in db/schema/*.ts.
-- Indexes are in order of creation on purpose: the planner prefers the newer of two that cost the same.

-- Returns a UUIDv7 (RFC 9562 section 5.7) for rows that a statement creates by itself, such as those of a fan-out.
create function new_id() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;

-- From Postgres 18 on its own function does it at a tenth of the cost.
do $$
begin
  if current_setting('server_version_num')::int >= 180000 then
    create or replace function new_id() returns uuid language sql volatile parallel safe return uuidv7();
  end if;
end $$;

-- Accounts and their limits
-- -------------------------

-- Customers of the video service.
create table accounts (
  id uuid primary key,
  name text not null,
  created_at timestamptz(3) not null default now()
);
create unique index accounts_name on accounts (name);

-- Secrets that sign one-shot callbacks, encrypted. During a rotation two are valid; `valid_until` is null for the
-- current one.
create table account_secrets (
  id uuid primary key,
  account_id uuid not null
    constraint account_secrets_account_id_accounts_id_fk references accounts on delete cascade,
  secret text not null,
  valid_until timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index account_secrets_account on account_secrets (account_id, created_at);
create unique index account_secrets_current on account_secrets (account_id) where valid_until is null;

-- Limits set for one account. Null, like a missing row, means the default of the installation.
create table account_limits (
  account_id uuid primary key
    constraint account_limits_account_id_accounts_id_fk references accounts on delete cascade,
  events_per_second int,
  burst int,
  events_per_day bigint,
  backlog int
);

-- Used part of the publishing limits. Written by `lease_events` only. `spent_until` is the theoretical arrival time of
-- GCRA, in microseconds, because an event may cost less than a millisecond.
create table publishing_usage (
  account_id uuid primary key
    constraint publishing_usage_account_id_accounts_id_fk references accounts on delete cascade,
  spent_until timestamptz not null default now(),
  day date not null default now(),
  used bigint not null default 0
);

-- Keys, operators and sessions
-- ----------------------------

-- Keys are stored as hashes. `account_id` is null for service keys.
create table api_keys (
  id uuid primary key,
  account_id uuid
    constraint api_keys_account_id_accounts_id_fk references accounts on delete cascade,
  name text not null,
  scopes text[] not null,
  key_hash text not null,
  prefix text not null,
  last4 text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  replaced_by uuid,
  last_used_from text,
  created_by text
);
create unique index api_keys_hash on api_keys (key_hash);
create index api_keys_account on api_keys (account_id);

-- Operators: people who use the dashboard.
create table users (
  id uuid primary key,
  email text not null,
  role text not null,
  created_at timestamptz(3) not null default now()
);
create unique index users_email on users (lower(email));

-- Separate from `users`, so that no query for display can select a hash.
create table user_passwords (
  user_id uuid primary key
    constraint user_passwords_user_id_users_id_fk references users on delete cascade,
  password_hash text not null
);

-- Sessions of signed-in browsers. The token is stored as a hash; `id` identifies the session in lists.
create table sessions (
  token_hash text primary key,
  user_id uuid not null
    constraint sessions_user_id_users_id_fk references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  id uuid not null default new_id(),
  address text,
  user_agent text,
  proven_at timestamptz(3) not null default now()
);
create index sessions_user on sessions (user_id);
create unique index sessions_id on sessions (id);

-- One-time tokens for the sign-up of the first administrator.
create table setup_tokens (
  token_hash text primary key,
  expires_at timestamptz(3) not null
);

-- Failed sign-ins by address and by e-mail (as a hash), counted before the password is checked.
create table sign_in_failures (
  subject text primary key,
  failures int not null,
  since timestamptz(3) not null,
  blocked_until timestamptz(3)
);

-- Saved filters of the log, private to their user.
create table saved_views (
  id uuid primary key,
  user_id uuid not null
    constraint saved_views_user_id_users_id_fk references users on delete cascade,
  name text not null,
  query text not null,
  created_at timestamptz(3) not null default now()
);
create unique index saved_views_name on saved_views (user_id, name);

-- Webhooks
-- --------

-- Callback URL and subscribed events. `one_shot` webhooks are created for the `callbackUrl` of an event and not listed.
create table webhooks (
  id uuid primary key,
  account_id uuid not null
    constraint webhooks_account_id_accounts_id_fk references accounts on delete cascade,
  callback_url text not null,
  events text[] not null,
  label text not null default '',
  deadline_seconds int not null default 15,
  paused_at timestamptz(3),
  pause_reason text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  last_triggered_at timestamptz(3),
  max_concurrency int not null default 8,
  rate_per_second int,
  one_shot boolean not null default false,
  constraint webhooks_deadline check (deadline_seconds between 1 and 30),
  constraint webhooks_have_events check (one_shot or cardinality(events) > 0),
  constraint webhooks_max_concurrency check (max_concurrency between 1 and 64),
  constraint webhooks_rate_per_second check (rate_per_second between 1 and 1000)
);
create unique index webhooks_one_shot on webhooks (account_id, md5(callback_url)) where one_shot;
create index webhooks_unused on webhooks (updated_at) where one_shot;
create index webhooks_account on webhooks (account_id, created_at, id) where not one_shot;

-- Current and former URLs of webhooks, which searches by URL read instead of the log. Written by a trigger.
create table addresses (
  webhook_id uuid not null,
  account_id uuid not null
    constraint addresses_account_id_accounts_id_fk references accounts on delete cascade,
  url text not null
);
create unique index addresses_once on addresses (webhook_id, md5(url));

-- Signing secrets, encrypted. Separate from `webhooks`, so that no query for display can select one.
create table webhook_secrets (
  id uuid primary key,
  webhook_id uuid not null
    constraint webhook_secrets_webhook_id_webhooks_id_fk references webhooks on delete cascade,
  secret text not null,
  valid_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  scheme text not null default 'v1'
);
create index webhook_secrets_webhook on webhook_secrets (webhook_id, created_at);

-- Custom headers as one JSON object, encrypted.
create table webhook_headers (
  webhook_id uuid primary key
    constraint webhook_headers_webhook_id_webhooks_id_fk references webhooks on delete cascade,
  headers text not null
);

-- Health of the server behind a webhook, shared by all workers. A healthy one has no row.
create table receivers (
  webhook_id uuid primary key
    constraint receivers_webhook_id_webhooks_id_fk references webhooks on delete cascade,
  slow_since timestamptz(3),
  open_until timestamptz(3),
  allowance int not null default 0,
  cooldown_seconds int,
  failing_since timestamptz(3),
  failed_at timestamptz(3),
  failures int not null default 0,
  failed_deliveries int not null default 0,
  failure text
);

-- Used part of `webhooks.rate_per_second`: the theoretical arrival time of GCRA. Inserted by a trigger.
create table rate_limits (
  webhook_id uuid primary key
    constraint rate_limits_webhook_id_webhooks_id_fk references webhooks on delete cascade,
  spent_until timestamptz(3) not null default now()
);

-- Outbox of resumed webhooks: their parked deliveries are made due in portions. The last portion deletes the row.
create table resumptions (
  webhook_id uuid primary key
    constraint resumptions_webhook_id_webhooks_id_fk references webhooks on delete cascade,
  created_at timestamptz(3) not null default now()
);

-- Queue
-- -----

-- One narrow row for each unfinished delivery, deleted when it ends. `due_at` is the whole schedule: a lease is the near
-- future, a retry a later time, parked is infinity. Each lane is claimed through a partial index of its own.
create table queue (
  delivery_id uuid primary key,
  event_id uuid not null,
  webhook_id uuid not null,
  attempt int not null default 0,
  step int not null default 0,
  trigger text not null,
  leased boolean not null default false,
  lost int not null default 0,
  due_at timestamptz(3) not null default now(),
  resume_at timestamptz(3),
  lane smallint not null default 0,
  replay_id uuid,
  account_id uuid not null
);
create index queue_webhook on queue (webhook_id);
create index queue_normal on queue (due_at) where lane = 0;
create index queue_retries on queue (due_at) where lane = 2;
create index queue_replay on queue (replay_id) where replay_id is not null;
create index queue_slow on queue (account_id, webhook_id, due_at) where lane = 1;
create index queue_slow_due on queue (due_at) where lane = 1;
create index queue_resend_of_parked on queue (webhook_id) where resume_at = 'infinity';
create index queue_parked on queue (webhook_id, delivery_id) where due_at = 'infinity' and lane < 3;

-- Subscribed webhooks of an event at the time it was accepted, shared by the events of one statement.
create table audiences (
  id uuid primary key,
  account_id uuid not null
    constraint audiences_account_id_accounts_id_fk references accounts on delete cascade,
  webhook_ids uuid[] not null
);
-- Ids hardly compress, so compression is skipped.
alter table audiences alter column webhook_ids set storage external;

-- Outbox of the fan-out: events with deliveries still to be created, in the order of their audience.
create table fan_outs (
  event_id uuid primary key,
  account_id uuid not null
    constraint fan_outs_account_id_accounts_id_fk references accounts on delete cascade,
  event text not null,
  audience_id uuid not null,
  size int not null,
  done int not null default 0,
  created_at timestamptz(3) not null default now()
);
create index fan_outs_account on fan_outs (account_id, event_id);
create index fan_outs_audience on fan_outs (audience_id);

-- Replay jobs, with all that a process needs to continue one.
create table replays (
  id uuid primary key,
  account_id uuid
    constraint replays_account_id_accounts_id_fk references accounts on delete cascade,
  choice text not null,
  fingerprint text not null,
  rate_per_second int not null,
  dry_run boolean not null default false,
  status text not null default 'running',
  total int not null default 0,
  delivered int not null default 0,
  failed int not null default 0,
  skipped int not null default 0,
  cancelled int not null default 0,
  collected_at timestamptz(3),
  collected_id uuid,
  collected boolean not null default false,
  paced_to timestamptz(3) not null default now(),
  next_step_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  failures int not null default 0,
  failure text
);
create index replays_account on replays (account_id, created_at, id);
create index replays_recent on replays (created_at, id);
create index replays_open on replays (next_step_at) where finished_at is null;
create unique index replays_same on replays (fingerprint) where status = 'running';

-- Deliveries of a replay that are not yet counted in its figures.
create table replay_items (
  replay_id uuid not null
    constraint replay_items_replay_id_replays_id_fk references replays on delete cascade,
  delivery_id uuid not null,
  state text not null default 'waiting',
  status_before text,
  finished_before timestamptz(3),
  due_before timestamptz(3),
  step_before smallint,
  constraint replay_items_replay_id_delivery_id_pk primary key (replay_id, delivery_id)
);
create index replay_items_waiting on replay_items (replay_id, delivery_id) where state = 'waiting';
create index replay_items_ended on replay_items (replay_id) where state not in ('waiting', 'queued');

-- Figures
-- -------

-- Counted attempts. Append-only, and folded into `tallies` about once a second. Vacuumed early, because rows live for
-- a second.
create table tally_entries (
  at timestamptz(3) not null default now(),
  account_id uuid not null,
  webhook_id uuid not null,
  event text not null,
  result text not null,
  cause text,
  status_code int,
  n int not null,
  times smallint[] not null default '{}'
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- Attempts by result and end time, in slots of 1 and 30 minutes (`grain`).
create table tallies (
  grain smallint not null,
  at timestamptz(3) not null,
  account_id uuid not null,
  webhook_id uuid not null,
  event text not null,
  result text not null,
  cause text,
  status_code int,
  n int not null,
  last_at timestamptz(3) not null,
  constraint tallies_slot unique nulls not distinct (webhook_id, grain, at, event, result, cause, status_code, account_id)
);
create index tallies_recent on tallies (grain, at);
create index tallies_account on tallies (account_id, grain, at);

-- Attempts by class of duration (`took`), in the same slots.
create table tally_times (
  grain smallint not null,
  at timestamptz(3) not null,
  account_id uuid not null,
  webhook_id uuid not null,
  took smallint not null,
  n int not null,
  constraint tally_times_slot unique (webhook_id, grain, at, took, account_id)
);
create index tally_times_recent on tally_times (grain, at);
create index tally_times_account on tally_times (account_id, grain, at);

-- Health changes and alerts
-- -------------------------

-- Changes of a webhook's health, written by triggers. They outlive the webhook.
create table operational_events (
  id uuid primary key,
  account_id uuid not null
    constraint operational_events_account_id_accounts_id_fk references accounts on delete cascade,
  webhook_id uuid not null,
  kind text not null,
  reason text not null,
  details text not null default '{}',
  created_at timestamptz(3) not null default now()
);
create index operational_events_recent on operational_events (created_at, id);
create index operational_events_account on operational_events (account_id, created_at, id);
create index operational_events_webhook on operational_events (webhook_id, created_at, id);

-- Address for alerts. There is at most one.
create table alert_receivers (
  id uuid primary key,
  callback_url text not null,
  kinds text[] not null,
  secret text not null,
  created_at timestamptz(3) not null default now()
);
create unique index alert_receivers_one on alert_receivers ((true));

-- Alerts to send, written by a trigger. `due_at` is null when finished.
create table alerts (
  id uuid primary key,
  kind text not null,
  data text not null,
  status text not null default 'pending',
  attempts int not null default 0,
  due_at timestamptz(3) default now(),
  status_code int,
  error text,
  created_at timestamptz(3) not null default now()
);
create index alerts_due on alerts (due_at) where due_at is not null;

-- Audit log, idempotency and inbox
-- --------------------------------

-- Append-only by triggers. References nothing, because it outlives what it describes.
create table audit_log (
  id uuid primary key,
  account_id uuid,
  actor_kind text not null,
  actor_id uuid,
  actor_name text,
  action text not null,
  target_id uuid,
  webhook_id uuid,
  address text,
  request_id text,
  before text,
  after text,
  created_at timestamptz(3) not null default now()
);
create index audit_log_recent on audit_log (created_at, id);
create index audit_log_account on audit_log (account_id, created_at, id);
create index audit_log_webhook on audit_log (webhook_id, created_at, id);
create index audit_log_actor on audit_log (actor_id, created_at, id);
create index audit_log_request on audit_log (request_id);

-- First response to a request with an `Idempotency-Key`, written in the transaction of the operation.
create table idempotency_keys (
  scope text not null,
  key text not null,
  fingerprint text not null,
  status int not null,
  answer text,
  created_at timestamptz(3) not null default now(),
  constraint idempotency_keys_scope_key_pk primary key (scope, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Bins of the built-in inbox. `token` is the path of the URL.
create table inbox_bins (
  id uuid primary key,
  account_id uuid not null
    constraint inbox_bins_account_id_accounts_id_fk references accounts on delete cascade,
  name text not null,
  token text not null,
  status int not null,
  delay_seconds int not null,
  retry_after_seconds int,
  next int[] not null,
  received int not null default 0,
  created_at timestamptz(3) not null default now(),
  last_request_at timestamptz(3),
  constraint inbox_bins_token_unique unique (token),
  constraint inbox_bins_delay check (delay_seconds between 0 and 30)
);
create index inbox_bins_account on inbox_bins (account_id, created_at, id);

-- Latest requests of each bin.
create table inbox_requests (
  bin_id uuid not null
    constraint inbox_requests_bin_id_inbox_bins_id_fk references inbox_bins on delete cascade,
  number int not null,
  received_at timestamptz(3) not null default now(),
  method text not null,
  headers text not null,
  body bytea not null,
  size int not null,
  truncated boolean not null,
  event_id uuid,
  webhook_id uuid,
  fault text,
  answered int not null,
  constraint inbox_requests_bin_id_number_pk primary key (bin_id, number)
);
create index inbox_requests_age on inbox_requests (received_at);

-- Installation
-- ------------

-- A known text, encrypted with each master key in use. Contains no key.
create table master_keys (
  key_id text primary key,
  proof text not null,
  created_at timestamptz(3) not null default now()
);

-- Running workers. Each updates its row every few seconds.
create table workers (
  id uuid primary key,
  host text not null,
  pid int not null,
  version text not null,
  started_at timestamptz(3) not null default now(),
  beat_at timestamptz(3) not null default now()
);

-- Last run of each periodic job, in any process.
create table chores (
  name text primary key,
  ran_at timestamptz(3) not null default now(),
  took_ms int not null,
  succeeded boolean not null,
  cursor uuid
);
