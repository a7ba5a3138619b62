DROP INDEX "queue_slow";--> statement-breakpoint
CREATE INDEX "queue_slow" ON "queue" USING btree ("account_id","webhook_id","due_at") WHERE lane = 1;