"use client";

import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useAddress } from "@/components/address/use-address";
import { useFallback } from "@/components/live/use-live-state";
import { DroppedFilters } from "@/components/page/dropped-filters";
import { NoMatch } from "@/components/page/no-match";
import { Pager } from "@/components/page/pager";
import { ReadProblem } from "@/components/page/read-problem";
import { useStableQuery } from "@/components/page/use-stable-query";
import { Button } from "@/components/ui/button";
import { Table } from "@/components/ui/table";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { useIdleLoad } from "@/components/ui/use-idle-load";
import { auditQueries } from "@/lib/audit/queries";
import { type AuditView, shownView } from "@/lib/audit/view";
import { formatCount, formatPlural } from "@/lib/format";
import { auditAddress, noFilters } from "./audit-address";
import { auditColumns } from "./audit-columns";
import { AuditFilters } from "./audit-filters";
import { AuditRow } from "./audit-row";
import { loadDetails } from "./load-details";

/** The audit log, newest first. */
export function AuditLog() {
  useIdleLoad(loadDetails);
  const [asked, setView] = useAddress(auditAddress);
  const { view, ignored } = shownView(asked);
  const list = useInfiniteQuery({
    ...auditQueries.log(view),
    refetchInterval: useFallback(10_000),
  });
  const { data: rows, failure } = useStableQuery(list);
  // The account stays, unless it is the only filter.
  const { account, ...filters } = view;
  const isFiltered = Object.values(filters).some((value) => value?.length);
  const clear = () => setView({ ...noFilters, account: isFiltered ? account : null });
  return (
    <div className="grid grid-cols-1 gap-3">
      <DroppedFilters fields={auditAddress} unused={ignored} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <AuditFilters view={view} change={(part) => setView(part)} />
        <ExportButtons view={view} />
      </div>
      <ReadProblem what="The audit log" failure={failure} hasData={rows !== undefined} />
      {!rows && !failure && <TableSkeleton columns={auditColumns} room="much" rows={8} />}
      {rows?.length === 0 && <NoMatch what="entry" clear={clear} />}
      {rows && rows.length > 0 && (
        <>
          <Table caption="Audit log, newest first" columns={auditColumns} room="much">
            {rows.map((entry) => (
              <AuditRow key={entry.id} entry={entry} />
            ))}
          </Table>
          <Pager shown={formatPlural(rows.length, "entry", "entries")} list={list} />
        </>
      )}
    </div>
  );
}

const formats = ["csv", "ndjson"] as const;

/** Exports the matching entries. */
function ExportButtons({ view }: { view: AuditView }) {
  const work = useMutation({
    mutationFn: async (format: (typeof formats)[number]) => {
      const { exportAudit } = await import("./export-audit");
      return exportAudit(view, format);
    },
  });
  return (
    <div className="flex items-center gap-2">
      <p role="status" className="text-soft text-sm empty:hidden">
        {work.isPending && "Reading…"}
        {work.error && <span className="text-bad">{work.error.message}</span>}
        {work.data?.cut && `Limited to ${formatCount(work.data.rows)} entries`}
      </p>
      {formats.map((format) => (
        <Button
          key={format}
          size="toolbar"
          aria-label={`Export as ${format.toUpperCase()}`}
          busy={work.isPending}
          onClick={() => work.mutate(format)}
        >
          <Download aria-hidden="true" />
          {format.toUpperCase()}
        </Button>
      ))}
    </div>
  );
}
