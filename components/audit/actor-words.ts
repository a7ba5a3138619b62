import type { AuditEntry } from "@/lib/audit/queries";

/** Kinds of actors in words. */
export const actorWords: Record<AuditEntry["actor"]["kind"], string> = {
  user: "User",
  key: "API key",
  anonymous: "Not signed in",
  system: "Postback",
  command_line: "Command line",
};
