CREATE INDEX "queue_slow_due" ON "queue" USING btree ("due_at") WHERE lane = 1;--> statement-breakpoint
-- Ids hardly compress; nothing is gained by trying for each event with many webhooks.
ALTER TABLE "audiences" ALTER COLUMN "webhook_ids" SET STORAGE EXTERNAL;