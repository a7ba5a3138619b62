ALTER TABLE "invitations" ADD COLUMN "issued_to" uuid;
--> statement-breakpoint
-- Open invitations of before: the creator is known by name, and a renewal by another administrator is not known.
UPDATE "invitations" i SET "issued_to" = u."id" FROM "users" u
WHERE i."accepted_at" IS NULL AND lower(i."created_by") = lower(u."email");
