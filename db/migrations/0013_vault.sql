CREATE TABLE "master_keys" (
	"key_id" text PRIMARY KEY NOT NULL,
	"proof" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_secrets" ADD COLUMN "scheme" text DEFAULT 'v1' NOT NULL;