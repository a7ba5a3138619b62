-- Workers hold leased deliveries in memory with the settings of their webhook. They give back those of a webhook that changes,
-- whatever makes the change. The argument is the column with the id of the webhook.
CREATE FUNCTION "notify_webhook_change"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform pg_notify('webhook_changes', to_jsonb(coalesce(new, old)) ->> tg_argv[0]);
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "notify_webhook_change"
  AFTER UPDATE OF "callback_url", "paused_at", "deadline_seconds", "max_concurrency", "rate_per_second" ON "webhooks"
  FOR EACH ROW WHEN (
    (old.callback_url, old.paused_at, old.deadline_seconds, old.max_concurrency, old.rate_per_second)
    is distinct from
    (new.callback_url, new.paused_at, new.deadline_seconds, new.max_concurrency, new.rate_per_second)
  ) EXECUTE FUNCTION notify_webhook_change('id');
--> statement-breakpoint
CREATE TRIGGER "notify_webhook_deletion" AFTER DELETE ON "webhooks"
  FOR EACH ROW WHEN (not old.one_shot) EXECUTE FUNCTION notify_webhook_change('id');
--> statement-breakpoint
CREATE TRIGGER "notify_secret_change" AFTER INSERT OR UPDATE OR DELETE ON "webhook_secrets"
  FOR EACH ROW EXECUTE FUNCTION notify_webhook_change('webhook_id');
--> statement-breakpoint
CREATE TRIGGER "notify_headers_change" AFTER INSERT OR UPDATE OR DELETE ON "webhook_headers"
  FOR EACH ROW EXECUTE FUNCTION notify_webhook_change('webhook_id');
