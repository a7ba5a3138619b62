ALTER TABLE "events" DROP CONSTRAINT "events_account_id_accounts_id_fk";

--> statement-breakpoint
do $$
begin
  -- Postgres has UUIDv7 of its own from 18 on, at a tenth of the cost.
  if current_setting('server_version_num')::int >= 180000 then
    create or replace function new_id() returns uuid language sql volatile parallel safe return uuidv7();
  end if;
end $$;
