CREATE TABLE "inbox_bins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"token" text NOT NULL,
	"status" integer NOT NULL,
	"delay_seconds" integer NOT NULL,
	"retry_after_seconds" integer,
	"next" integer[] NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_request_at" timestamp (3) with time zone,
	CONSTRAINT "inbox_bins_token_unique" UNIQUE("token"),
	CONSTRAINT "inbox_bins_delay" CHECK ("inbox_bins"."delay_seconds" between 0 and 30)
);
--> statement-breakpoint
CREATE TABLE "inbox_requests" (
	"bin_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"method" text NOT NULL,
	"headers" text NOT NULL,
	"body" "bytea" NOT NULL,
	"size" integer NOT NULL,
	"truncated" boolean NOT NULL,
	"event_id" uuid,
	"webhook_id" uuid,
	"fault" text,
	"answered" integer NOT NULL,
	CONSTRAINT "inbox_requests_bin_id_number_pk" PRIMARY KEY("bin_id","number")
);
--> statement-breakpoint
ALTER TABLE "inbox_bins" ADD CONSTRAINT "inbox_bins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_requests" ADD CONSTRAINT "inbox_requests_bin_id_inbox_bins_id_fk" FOREIGN KEY ("bin_id") REFERENCES "public"."inbox_bins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbox_bins_account" ON "inbox_bins" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "inbox_requests_age" ON "inbox_requests" USING btree ("received_at");