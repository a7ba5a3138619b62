CREATE TABLE "shards" (
	"id" smallint PRIMARY KEY NOT NULL,
	"worker_id" uuid
);
--> statement-breakpoint
ALTER TABLE "workers" ADD COLUMN "sharded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shards" ADD CONSTRAINT "shards_worker_id_workers_id_fk" FOREIGN KEY ("worker_id") REFERENCES "public"."workers"("id") ON DELETE set null ON UPDATE no action;