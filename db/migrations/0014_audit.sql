CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text,
	"action" text NOT NULL,
	"target_id" uuid,
	"webhook_id" uuid,
	"address" text,
	"request_id" text,
	"before" text,
	"after" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"subject" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"blocked_until" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "replaced_by" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "id" uuid DEFAULT new_id() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "user_agent" text;--> statement-breakpoint
CREATE INDEX "audit_log_recent" ON "audit_log" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_account" ON "audit_log" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_webhook" ON "audit_log" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_id" ON "sessions" USING btree ("id");
--> statement-breakpoint
create function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only ever added to' using errcode = 'insufficient_privilege';
end $$;
--> statement-breakpoint
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function audit_log_is_append_only();
--> statement-breakpoint
-- What a person pauses is told by whoever serves the request; this is what the product does by itself.
create function audit_own_pause() returns trigger language plpgsql as $$
begin
  insert into audit_log (id, account_id, actor_kind, action, target_id, webhook_id, before, after)
  values (new_id(), new.account_id, 'system', 'webhook.paused', new.id, new.id,
    '{"paused":false}', json_build_object('paused', true, 'reason', new.pause_reason)::text);
  return null;
end $$;
--> statement-breakpoint
create trigger audit_own_pause after update of paused_at on webhooks
  for each row when (old.paused_at is null and new.paused_at is not null and new.pause_reason <> 'person' and not new.one_shot)
  execute function audit_own_pause();
