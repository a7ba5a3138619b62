CREATE INDEX "deliveries_finished" ON ONLY "deliveries" USING brin ("finished_at") WITH (pages_per_range=32,autosummarize=true);
--> statement-breakpoint
-- Partitions of up to 16 MB get it now, in a moment; new ones get it when they are created. For large ones, retention builds it: here
-- that would keep their rows from being written.
do $$
declare
  partition regclass;
  child text;
begin
  for partition in select inhrelid::regclass from pg_inherits where inhparent = 'deliveries'::regclass loop
    continue when pg_relation_size(partition) > 16 * 1024 * 1024;
    child := format('%s_finished_at_idx', partition);
    execute format('create index %I on %s using brin (finished_at) with (pages_per_range = 32, autosummarize = true)', child, partition);
    execute format('alter index deliveries_finished attach partition %I', child);
  end loop;
end $$;
