CREATE TABLE "webhook_headers" (
	"webhook_id" uuid PRIMARY KEY NOT NULL,
	"headers" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "dns_ms" integer;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "connect_ms" integer;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "tls_ms" integer;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "first_byte_ms" integer;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "rate_per_second" integer;--> statement-breakpoint
ALTER TABLE "webhook_headers" ADD CONSTRAINT "webhook_headers_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_rate_per_second" CHECK ("webhooks"."rate_per_second" between 1 and 1000);