CREATE TABLE "rate_limits" (
	"webhook_id" uuid PRIMARY KEY NOT NULL,
	"spent_until" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "rate_limits" ADD CONSTRAINT "rate_limits_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "queue_retries" ON "queue" USING btree ("due_at") WHERE lane = 2;--> statement-breakpoint
create function meter_webhook() returns trigger language plpgsql as $$
begin
  insert into rate_limits (webhook_id) values (new.id) on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
create trigger meter_webhook after insert or update of rate_per_second on webhooks
  for each row when (new.rate_per_second is not null) execute function meter_webhook();
