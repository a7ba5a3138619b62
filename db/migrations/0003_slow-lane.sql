CREATE TABLE "receivers" (
	"webhook_id" uuid PRIMARY KEY NOT NULL,
	"slow_since" timestamp (3) with time zone
);
--> statement-breakpoint
DROP INDEX "queue_due";--> statement-breakpoint
ALTER TABLE "queue" ADD COLUMN "lane" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "max_concurrency" integer DEFAULT 8 NOT NULL;--> statement-breakpoint
ALTER TABLE "receivers" ADD CONSTRAINT "receivers_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "queue_normal" ON "queue" USING btree ("due_at") WHERE lane = 0;--> statement-breakpoint
CREATE INDEX "queue_slow" ON "queue" USING btree ("webhook_id","due_at") WHERE lane = 1;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_max_concurrency" CHECK ("webhooks"."max_concurrency" between 1 and 64);