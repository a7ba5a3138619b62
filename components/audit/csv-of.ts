import type { AuditEntry } from "@/lib/audit/queries";

const head = "time,actor kind,actor,action,object,before,after,address,request,object name";

/** Returns one CSV line per entry. */
export function csvOf(entries: readonly AuditEntry[]): string {
  const lines = entries.map(
    ({ createdAt, actor, action, targetId, targetName, before, after, ...rest }) =>
      [
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
      ]
        .map(cell)
        .join(","),
  );
  return `${[head, ...lines].join("\r\n")}\r\n`;
}

/** Prefixes cells that a spreadsheet would evaluate as a formula (CSV injection). */
const formula = /^[=+\-@\t\r]/;

function cell(value: string | undefined): string {
  const text = formula.test(value ?? "") ? `'${value}` : (value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
