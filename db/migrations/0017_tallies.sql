CREATE TABLE "tallies" (
	"grain" smallint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"account_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event" text NOT NULL,
	"result" text NOT NULL,
	"cause" text,
	"status_code" integer,
	"n" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tallies_slot" UNIQUE NULLS NOT DISTINCT("webhook_id","grain","at","event","result","cause","status_code","account_id")
);
--> statement-breakpoint
CREATE TABLE "tally_entries" (
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"account_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event" text NOT NULL,
	"result" text NOT NULL,
	"cause" text,
	"status_code" integer,
	"n" integer NOT NULL,
	"times" smallint[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tally_times" (
	"grain" smallint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"account_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"took" smallint NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "tally_times_slot" UNIQUE("webhook_id","grain","at","took","account_id")
);
--> statement-breakpoint
CREATE INDEX "tallies_recent" ON "tallies" USING btree ("grain","at");--> statement-breakpoint
CREATE INDEX "tallies_account" ON "tallies" USING btree ("account_id","grain","at");--> statement-breakpoint
CREATE INDEX "tally_times_recent" ON "tally_times" USING btree ("grain","at");--> statement-breakpoint
CREATE INDEX "tally_times_account" ON "tally_times" USING btree ("account_id","grain","at");--> statement-breakpoint
-- Rows live for a second: what is dead of them is made room of early.
alter table tally_entries set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
