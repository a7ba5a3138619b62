-- A delivery is written when its event is accepted and again when it ends, in columns that no index has: with room
-- on its page the second write leaves the indexes alone (a heap-only tuple).
do $$
declare
  leaf regclass;
begin
  for leaf in select inhrelid::regclass from pg_inherits where inhparent = 'deliveries'::regclass loop
    execute format('alter table %s set (fillfactor = 60)', leaf);
  end loop;
end $$;
