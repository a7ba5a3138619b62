"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useFallback } from "@/components/live/use-live-state";
import { NoMatch } from "@/components/shell/no-match";
import { Pager } from "@/components/shell/pager";
import { ProblemCard } from "@/components/shell/problem-card";
import { useSteady } from "@/components/shell/use-steady";
import { Table } from "@/components/ui/table";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { auditQueries } from "@/lib/audit/queries";
import { formatPlural } from "@/lib/format";
import { auditAddress } from "./audit-address";
import { auditColumns } from "./audit-columns";
import { AuditFilters } from "./audit-filters";
import { AuditRow } from "./audit-row";
import { ExportButtons } from "./export-buttons";
import { useWebhookNames } from "./use-webhook-names";

/** Who did what, newest first. */
export function AuditLog() {
  const [view, setView] = useQueryStates(auditAddress);
  const list = useInfiniteQuery({
    ...auditQueries.log(view),
    refetchInterval: useFallback(10_000),
  });
  const { data: rows, failure } = useSteady(list);
  const webhooks = useWebhookNames();
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <AuditFilters view={view} change={(part) => void setView(part)} />
        <ExportButtons view={view} />
      </div>
      {failure && <ProblemCard what="The audit log could not be loaded" {...failure} />}
      {!rows && !failure && <TableSkeleton columns={auditColumns} rows={8} />}
      {rows?.length === 0 && <NoMatch what="entry" clear={() => void setView(null)} />}
      {rows && rows.length > 0 && (
        <>
          <Table caption="Audit log, newest first" columns={auditColumns}>
            {rows.map((entry) => (
              <AuditRow key={entry.id} entry={entry} webhooks={webhooks} />
            ))}
          </Table>
          <Pager shown={formatPlural(rows.length, "entry", "entries")} list={list} />
        </>
      )}
    </div>
  );
}
