-- The secrets of an account sign its one-shot callbacks. Workers hold leased deliveries with these secrets in memory, and give them back
-- when the secrets change. Each rotation updates a row. The first secret is inserted by a publisher, whose commit must not wait for
-- those of others, and before any delivery that it signs.
CREATE FUNCTION "notify_account_secret_change"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform pg_notify('account_secret_changes', old.account_id::text);
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "notify_account_secret_change" AFTER UPDATE OR DELETE ON "account_secrets"
  FOR EACH ROW EXECUTE FUNCTION notify_account_secret_change();
