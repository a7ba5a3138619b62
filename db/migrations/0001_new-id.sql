-- UUIDv7 (RFC 9562 §5.7) for rows that a statement makes by itself, such as a fan-out; Postgres has its own from 18 on.
create function new_id() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;
--> statement-breakpoint
create function delivered_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'delivery % was delivered and stays so', old.id using errcode = 'integrity_constraint_violation';
end $$;
--> statement-breakpoint
create trigger delivered_is_final before update of status on deliveries
  for each row when (old.status = 'delivered' and new.status <> 'delivered')
  execute function delivered_is_final();
