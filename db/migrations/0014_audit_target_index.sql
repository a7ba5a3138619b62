-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "audit_log_target";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_log_target" ON "audit_log" USING btree ("target_id","created_at","id");
