ALTER TABLE "receivers" ADD COLUMN "failed_delivery_id" uuid;--> statement-breakpoint
ALTER TABLE "receivers" ADD COLUMN "failed_attempt" integer;