CREATE TABLE "resumptions" (
	"webhook_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "queue_parked";--> statement-breakpoint
ALTER TABLE "resumptions" ADD CONSTRAINT "resumptions_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "queue_resend_of_parked" ON "queue" USING btree ("webhook_id") WHERE resume_at = 'infinity';--> statement-breakpoint
CREATE INDEX "queue_parked" ON "queue" USING btree ("webhook_id","delivery_id") WHERE due_at = 'infinity' and lane < 3;