ALTER TABLE "queue" ADD COLUMN "account_id" uuid;
--> statement-breakpoint
update queue q set account_id = d.account_id from deliveries d where d.id = q.delivery_id;
--> statement-breakpoint
delete from queue where account_id is null;
--> statement-breakpoint
ALTER TABLE "queue" ALTER COLUMN "account_id" SET NOT NULL;
--> statement-breakpoint
-- Processes of the version before, which may still run beside this one, insert without an account.
create function name_queue_account() returns trigger language plpgsql as $$
begin
  select account_id into new.account_id from webhooks where id = new.webhook_id;
  return new;
end $$;
--> statement-breakpoint
create trigger name_queue_account before insert on queue
  for each row when (new.account_id is null) execute function name_queue_account();
