CREATE TABLE "replay_items" (
	"replay_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"status_before" text,
	"finished_before" timestamp (3) with time zone,
	CONSTRAINT "replay_items_replay_id_delivery_id_pk" PRIMARY KEY("replay_id","delivery_id")
);
--> statement-breakpoint
CREATE TABLE "replays" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"choice" text NOT NULL,
	"fingerprint" text NOT NULL,
	"rate_per_second" integer NOT NULL,
	"dry_run" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"delivered" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"cancelled" integer DEFAULT 0 NOT NULL,
	"collected_at" timestamp (3) with time zone,
	"collected_id" uuid,
	"collected" boolean DEFAULT false NOT NULL,
	"paced_to" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"next_step_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "queue" ADD COLUMN "replay_id" uuid;--> statement-breakpoint
ALTER TABLE "replay_items" ADD CONSTRAINT "replay_items_replay_id_replays_id_fk" FOREIGN KEY ("replay_id") REFERENCES "public"."replays"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replays" ADD CONSTRAINT "replays_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "replay_items_waiting" ON "replay_items" USING btree ("replay_id","delivery_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "replay_items_ended" ON "replay_items" USING btree ("replay_id") WHERE state not in ('waiting', 'queued');--> statement-breakpoint
CREATE INDEX "replays_account" ON "replays" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "replays_recent" ON "replays" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "replays_open" ON "replays" USING btree ("next_step_at") WHERE finished_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "replays_same" ON "replays" USING btree ("fingerprint") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "queue_replay" ON "queue" USING btree ("replay_id") WHERE replay_id is not null;
--> statement-breakpoint
-- What becomes of a replayed delivery is noticed where its wait ends, whichever statement ends it.
create function end_replay_item() returns trigger language plpgsql as $$
begin
  update replay_items i set state = case
      when not exists (select from webhooks w where w.id = old.webhook_id) then 'skipped'
      when not old.leased then 'cancelled'
      when d.cause is null then 'delivered'
      else 'failed' end
  from deliveries d
  where i.replay_id = old.replay_id and i.delivery_id = old.delivery_id and i.state = 'queued'
    and d.id = old.delivery_id;
  return null;
end $$;
--> statement-breakpoint
create trigger end_replay_item after delete on queue
  for each row when (old.replay_id is not null) execute function end_replay_item();
