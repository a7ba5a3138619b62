-- Processes remember valid keys and the limits of accounts for a moment. They forget those that change, whatever makes
-- the change. The argument is the kind, then the column with the id.
CREATE FUNCTION "notify_access_change"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform pg_notify('access', tg_argv[0] || ' ' || (to_jsonb(coalesce(new, old)) ->> tg_argv[1]));
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "notify_key_change" AFTER UPDATE OF "revoked_at", "expires_at", "scopes" OR DELETE ON "api_keys"
  FOR EACH ROW EXECUTE FUNCTION notify_access_change('key', 'id');
--> statement-breakpoint
CREATE TRIGGER "notify_limits_change" AFTER INSERT OR UPDATE OR DELETE ON "account_limits"
  FOR EACH ROW EXECUTE FUNCTION notify_access_change('limits', 'account_id');
