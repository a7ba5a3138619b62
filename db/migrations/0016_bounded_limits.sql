-- As before, except that no account has spent more than its burst: after the clock of the database stepped back, `spent_until` lay
-- further in the future, and publishing was refused until the clock reached it again, or until a worker repaired it.
CREATE OR REPLACE FUNCTION lease_events(
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

  since := greatest(least(usage.spent_until, moment + burst * interval '1 second' / per_second)
    - returned * interval '1 second' / per_second, moment);
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
