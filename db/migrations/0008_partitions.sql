-- The smallest UUIDv7 of a millisecond: bounds the ids made from then on. Immutable, so that partitions are pruned by it.
create function id_at(at timestamptz) returns uuid language sql immutable strict parallel safe as $$
  select (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;
--> statement-breakpoint
-- All at once, for a worker that runs meanwhile wants several of them.
lock table deliveries, attempts, events in access exclusive mode;
--> statement-breakpoint
-- What there is becomes the first partition, which ends with this day (UTC), with its indexes as they are.
do $$
declare
  today text := to_char(now() at time zone 'UTC', 'YYYYMMDD');
  "table" text;
  index text;
begin
  foreach "table" in array array['deliveries', 'attempts', 'events'] loop
    for index in
      select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = "table"::regclass
    loop
      execute format('alter index %I rename to %I', index, index || '_' || today);
    end loop;
    execute format('alter table %I rename to %I', "table", "table" || '_' || today);
    execute format('create table %I (like %I including defaults including constraints) partition by range (%I)', "table",
      "table" || '_' || today, case "table" when 'attempts' then 'delivery_id' else 'id' end);
  end loop;
  execute format('drop trigger delivered_is_final on %I', 'deliveries_' || today);
end $$;
--> statement-breakpoint
create index deliveries_recent on deliveries (created_at, id);
--> statement-breakpoint
create index deliveries_account on deliveries (account_id, created_at, id);
--> statement-breakpoint
create index deliveries_webhook on deliveries (webhook_id, created_at, id);
--> statement-breakpoint
create index deliveries_event on deliveries (event_id);
--> statement-breakpoint
-- Last of the indexes: while a partition is empty they all cost the same, and then the last made is taken.
alter table deliveries add constraint deliveries_pkey primary key (id);
--> statement-breakpoint
create trigger delivered_is_final before update of status on deliveries
  for each row when (old.status = 'delivered' and new.status <> 'delivered')
  execute function delivered_is_final();
--> statement-breakpoint
alter table attempts add constraint attempts_delivery_id_number_pk primary key (delivery_id, number);
--> statement-breakpoint
alter table events add constraint events_account_id_accounts_id_fk
  foreign key (account_id) references accounts (id) on delete cascade;
--> statement-breakpoint
create index events_account on events (account_id, created_at, id);
--> statement-breakpoint
create index events_recent on events (created_at, id);
--> statement-breakpoint
create index events_subject on events (subject);
--> statement-breakpoint
alter table events add constraint events_pkey primary key (id);
--> statement-breakpoint
create table deliveries_default partition of deliveries default;
--> statement-breakpoint
create table attempts_default partition of attempts default;
--> statement-breakpoint
create table events_default partition of events default;
--> statement-breakpoint
do $$
declare
  today date := now() at time zone 'UTC';
  bound uuid := id_at((today + 1)::timestamp at time zone 'UTC');
  "table" text;
  first text;
begin
  foreach "table" in array array['deliveries', 'attempts', 'events'] loop
    first := "table" || '_' || to_char(today, 'YYYYMMDD');
    -- Ids that are no UUIDv7, or of a clock that is ahead.
    execute format('with beyond as (delete from %I where %I >= %L returning *) insert into %I select * from beyond',
      first, case "table" when 'attempts' then 'delivery_id' else 'id' end, bound, "table" || '_default');
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', "table", first, bound);
  end loop;
end $$;
