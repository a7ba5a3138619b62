CREATE TABLE "operational_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"details" text DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "receivers" ADD COLUMN "failing_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "receivers" ADD COLUMN "failed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "receivers" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "receivers" ADD COLUMN "failed_deliveries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "receivers" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "operational_events" ADD CONSTRAINT "operational_events_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operational_events_recent" ON "operational_events" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "operational_events_account" ON "operational_events" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "operational_events_webhook" ON "operational_events" USING btree ("webhook_id","created_at","id");
--> statement-breakpoint
-- Pausing and resuming. A resumed webhook starts anew: what failed before does not count towards the next pause.
create function tell_of_pause() returns trigger language plpgsql as $$
begin
  insert into operational_events (id, account_id, webhook_id, kind, reason, details)
  select new_id(), new.account_id, new.id, told.kind, told.reason,
    jsonb_strip_nulls(jsonb_build_object(
      'failingSince', r.failing_since, 'failedDeliveries', nullif(r.failed_deliveries, 0), 'failure', r.failure))
  from (values
    ('webhook.resumed', null, 'Resumed by a person; what waited is sent.'),
    ('webhook.paused', 'person', 'Paused by a person; new events wait until it is resumed.'),
    ('webhook.gone', 'gone', 'Its receiver answered 410 Gone, so it was paused; new events wait until it is resumed.'),
    ('webhook.auto_paused', 'failing',
      'Everything sent to it in five days failed, so it was paused; new events wait until it is resumed.')
  ) as told(kind, pause_reason, reason)
    left join receivers r on r.webhook_id = new.id and new.paused_at is not null
  where told.pause_reason is not distinct from new.pause_reason;
  if new.paused_at is null then
    update receivers set failing_since = null, failed_at = null, failures = 0, failed_deliveries = 0, failure = null
    where webhook_id = new.id and failing_since is not null;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger tell_of_pause after update of paused_at on webhooks
  for each row when ((old.paused_at is null) <> (new.paused_at is null)) execute function tell_of_pause();
--> statement-breakpoint
-- Three failures in a row are a change worth telling; one lost request is not.
create function tell_of_receiver() returns trigger language plpgsql as $$
declare
  was receivers := case when tg_op = 'UPDATE' then old end;
begin
  insert into operational_events (id, account_id, webhook_id, kind, reason, details)
  select new_id(), w.account_id, w.id, told.kind, told.reason, jsonb_strip_nulls(told.details)
  from webhooks w, (values
    (coalesce(was.failures, 0) < 3 and new.failures >= 3, 'webhook.failing',
      'Three requests in a row failed' || coalesce('; the last: ' || new.failure, '.'),
      jsonb_build_object('failingSince', new.failing_since)),
    -- Being resumed resets the count too, and proves nothing.
    (was.failures >= 3 and new.failing_since is null and pg_trigger_depth() = 1, 'webhook.recovered',
      'A request succeeded again.',
      jsonb_build_object('failingSince', was.failing_since, 'failures', was.failures)),
    (was.open_until is null and new.open_until is not null, 'webhook.circuit_opened',
      'So many requests failed that nothing but tests and resends is sent until it has rested.',
      jsonb_build_object('restsUntil', new.open_until, 'failure', new.failure)),
    (was.open_until is not null and new.open_until is null, 'webhook.circuit_closed',
      'It took what was sent to it step by step; everything is sent again.', '{}'),
    (was.slow_since is null and new.slow_since is not null, 'webhook.slow',
      'It let a deadline pass; it is served apart from the others until it is quick again.', '{}'),
    (was.slow_since is not null and new.slow_since is null, 'webhook.quick',
      'Its answers are quick again.', jsonb_build_object('slowSince', was.slow_since))
  ) as told(happened, kind, reason, details)
  where w.id = new.webhook_id and told.happened;
  return null;
end $$;
--> statement-breakpoint
create trigger tell_of_new_receiver after insert on receivers
  for each row execute function tell_of_receiver();
--> statement-breakpoint
create trigger tell_of_receiver after update on receivers
  for each row when (
    old.failures < 3 and new.failures >= 3 or old.failures >= 3 and new.failing_since is null
    or (old.open_until is null) <> (new.open_until is null) or (old.slow_since is null) <> (new.slow_since is null)
  ) execute function tell_of_receiver();
