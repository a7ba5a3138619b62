-- The log: deliveries, attempts and events, partitioned by day (UTC) on their UUIDv7. Retention (lib/retention) creates
-- the partitions of coming days and drops whole days. The tables reference nothing, because the log outlives webhooks.

-- Returns the smallest UUIDv7 of a millisecond, which is a bound of ids. Immutable, so that it prunes partitions.
create function id_at(at timestamptz) returns uuid language sql immutable strict parallel safe as $$
  select (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;

-- One event on its way to one webhook, with a copy of its last attempt's result.
create table deliveries (
  id uuid not null,
  account_id uuid not null,
  event_id uuid not null,
  webhook_id uuid not null,
  event text not null,
  callback_url text not null,
  trigger text not null,
  status text not null default 'pending',
  attempts int not null default 0,
  cause text,
  status_code int,
  duration_ms int,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  one_shot boolean not null default false
) partition by range (id);
create index deliveries_recent on deliveries (created_at, id);
create index deliveries_account on deliveries (account_id, created_at, id);
create index deliveries_webhook on deliveries (webhook_id, created_at, id);
create index deliveries_event on deliveries (event_id);
-- After the other B-tree indexes: in an empty partition all cost the same, and the planner then takes the newest.
alter table deliveries add constraint deliveries_pkey primary key (id);
-- Excludes pages without a value, and keeps updates heap-only (from Postgres 16 on).
create index deliveries_marks on deliveries using brin (
  status text_bloom_ops (n_distinct_per_range = 16),
  cause text_bloom_ops (n_distinct_per_range = 16),
  trigger text_bloom_ops (n_distinct_per_range = 16)
) with (pages_per_range = 32, autosummarize = true);
-- A search by URL reads one-shot callbacks row by row.
create index deliveries_one_shot on deliveries (created_at, id) where one_shot;

-- One HTTP request of a delivery, written once and never changed.
create table attempts (
  delivery_id uuid not null,
  number int not null,
  trigger text not null,
  started_at timestamptz(3) not null,
  duration_ms int not null,
  status_code int,
  cause text,
  error text,
  url text,
  request_headers text,
  response_headers text,
  response_body bytea,
  response_truncated boolean not null default false,
  dns_ms int,
  connect_ms int,
  tls_ms int,
  first_byte_ms int,
  constraint attempts_delivery_id_number_pk primary key (delivery_id, number)
) partition by range (delivery_id);

-- Published events. `data` is text, because jsonb would not keep it byte for byte.
create table events (
  id uuid not null,
  account_id uuid not null,
  name text not null,
  data text not null,
  subject text not null,
  test boolean not null default false,
  created_at timestamptz(3) not null default now()
) partition by range (id);
create index events_account on events (account_id, created_at, id);
create index events_recent on events (created_at, id);
create index events_subject on events (subject);
-- After the other indexes, as for deliveries.
alter table events add constraint events_pkey primary key (id);

-- Rows of days without a partition, and unfinished deliveries of days that were dropped. A delivery is written when it is
-- created and when it ends, in columns without a B-tree index: free space on its page keeps the second write heap-only.
create table deliveries_default partition of deliveries default with (fillfactor = 60);
create table attempts_default partition of attempts default;
create table events_default partition of events default;

-- The partition of today, which also holds all earlier days.
do $$
declare
  today date := now() at time zone 'UTC';
  bound uuid := id_at((today + 1)::timestamp at time zone 'UTC');
  log_table text;
begin
  foreach log_table in array array['deliveries', 'attempts', 'events'] loop
    execute format('create table %I partition of %I for values from (minvalue) to (%L)',
      log_table || to_char(today, '_YYYYMMDD'), log_table, bound);
  end loop;
  execute format('alter table %I set (fillfactor = 60)', 'deliveries' || to_char(today, '_YYYYMMDD'));
end $$;
