ALTER TABLE "chores" ADD COLUMN "cursor" uuid;--> statement-breakpoint
CREATE INDEX "queue_parked" ON "queue" USING btree ("webhook_id") WHERE due_at = 'infinity' and lane < 3;