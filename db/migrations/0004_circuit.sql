ALTER TABLE "receivers" ADD COLUMN "open_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "receivers" ADD COLUMN "allowance" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "receivers" ADD COLUMN "cooldown_seconds" integer;