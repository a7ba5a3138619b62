CREATE TABLE "account_secrets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"valid_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhooks" DROP CONSTRAINT "webhooks_have_events";--> statement-breakpoint
DROP INDEX "webhooks_account";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "one_shot" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "one_shot" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "account_secrets" ADD CONSTRAINT "account_secrets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_secrets_account" ON "account_secrets" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "account_secrets_current" ON "account_secrets" USING btree ("account_id") WHERE valid_until is null;--> statement-breakpoint
CREATE UNIQUE INDEX "webhooks_one_shot" ON "webhooks" USING btree ("account_id",md5(callback_url)) WHERE one_shot;--> statement-breakpoint
CREATE INDEX "webhooks_unused" ON "webhooks" USING btree ("updated_at") WHERE one_shot;--> statement-breakpoint
CREATE INDEX "webhooks_account" ON "webhooks" USING btree ("account_id","created_at","id") WHERE not one_shot;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_have_events" CHECK ("webhooks"."one_shot" or cardinality("webhooks"."events") > 0);
--> statement-breakpoint
-- Nobody looks at the health of an address that is called once.
drop trigger tell_of_pause on webhooks;
--> statement-breakpoint
create trigger tell_of_pause after update of paused_at on webhooks
  for each row when (not new.one_shot and (old.paused_at is null) <> (new.paused_at is null))
  execute function tell_of_pause();
--> statement-breakpoint
-- A receiver is forgotten when its webhook moves; when the webhook itself goes, there is nothing to tell.
create or replace function tell_of_receiver() returns trigger language plpgsql as $$
declare
  was receivers := case when tg_op <> 'INSERT' then old end;
  moved text := case when tg_op = 'DELETE' then 'Its callback URL changed; what was known of the receiver is forgotten.' end;
begin
  insert into operational_events (id, account_id, webhook_id, kind, reason, details)
  select new_id(), w.account_id, w.id, told.kind, told.reason, jsonb_strip_nulls(told.details)
  from webhooks w, (values
    (coalesce(was.failures, 0) < 3 and new.failures >= 3, 'webhook.failing',
      'Three requests in a row failed' || coalesce('; the last: ' || new.failure, '.'),
      jsonb_build_object('failingSince', new.failing_since)),
    -- Being resumed resets the count too, and proves nothing.
    (was.failures >= 3 and new.failing_since is null and pg_trigger_depth() = 1, 'webhook.recovered',
      coalesce(moved, 'A request succeeded again.'),
      jsonb_build_object('failingSince', was.failing_since, 'failures', was.failures)),
    (was.open_until is null and new.open_until is not null, 'webhook.circuit_opened',
      'So many requests failed that nothing but tests and resends is sent until it has rested.',
      jsonb_build_object('restsUntil', new.open_until, 'failure', new.failure)),
    (was.open_until is not null and new.open_until is null, 'webhook.circuit_closed',
      coalesce(moved, 'It took what was sent to it step by step; everything is sent again.'), '{}'),
    (was.slow_since is null and new.slow_since is not null, 'webhook.slow',
      'It let a deadline pass; it is served apart from the others until it is quick again.', '{}'),
    (was.slow_since is not null and new.slow_since is null, 'webhook.quick',
      coalesce(moved, 'Its answers are quick again.'), jsonb_build_object('slowSince', was.slow_since))
  ) as told(happened, kind, reason, details)
  where w.id = coalesce(new.webhook_id, was.webhook_id) and not w.one_shot and told.happened;
  return null;
end $$;
--> statement-breakpoint
create trigger tell_of_forgotten_receiver after delete on receivers
  for each row when (old.failures >= 3 or old.open_until is not null or old.slow_since is not null)
  execute function tell_of_receiver();
