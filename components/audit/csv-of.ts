import type { AuditEntry } from "@/lib/audit/queries";
import { byteOrderMark, csvLine } from "@/lib/csv";

const head =
  "time,actor kind,actor,action,object,before,after,address,request,object name,entry,account,webhook,actor id";

/** Returns a CSV file for people, with one line per entry. New columns go to the end, where they move no other. */
export function csvOf(entries: readonly AuditEntry[]): string {
  const lines = entries.map(
    ({ createdAt, actor, action, targetId, targetName, before, after, ...rest }) =>
      csvLine([
        createdAt,
        actor.kind,
        actor.name ?? actor.id,
        action,
        targetId,
        before && JSON.stringify(before),
        after && JSON.stringify(after),
        rest.address,
        rest.requestId,
        targetName,
        rest.id,
        rest.accountId,
        rest.webhookId,
        actor.id,
      ]),
  );
  return `${byteOrderMark}${head}\r\n${lines.join("")}`;
}
