import { saveFile } from "@/components/ui/save-file";
import { type AuditEntry, auditPages } from "@/lib/audit/queries";
import type { AuditView } from "@/lib/audit/view";
import { csvOf } from "./csv-of";

const most = 50_000;

/** Reads all matching entries and saves them as a file. Reports when the row limit cut the export. */
export async function exportAudit(view: AuditView, format: "csv" | "ndjson") {
  const rows: AuditEntry[] = [];
  let cut = false;
  for await (const page of auditPages(view)) {
    cut = rows.length >= most;
    if (cut) break;
    rows.push(...page);
  }
  const text =
    format === "csv" ? csvOf(rows) : rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  saveFile(`audit.${format}`, text);
  return { rows: rows.length, cut };
}
