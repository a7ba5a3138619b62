-- Processes remember which account is the only one, with the key that they looked up. A second account makes them forget it.
CREATE TRIGGER "notify_new_account" AFTER INSERT ON "accounts"
  FOR EACH ROW EXECUTE FUNCTION notify_access_change('account', 'id');
