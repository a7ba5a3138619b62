-- Sample data can be removed with all that was told of it: the entries of its account, and no others.
drop trigger audit_log_is_append_only on audit_log;
--> statement-breakpoint
create trigger audit_log_is_append_only before update or truncate on audit_log
  for each statement execute function audit_log_is_append_only();
--> statement-breakpoint
create trigger audit_log_keeps_entries before delete on audit_log
  for each row when (old.account_id is distinct from '01995a3b-1e00-7000-8000-5a3b1e5a3b1e')
  execute function audit_log_is_append_only();
