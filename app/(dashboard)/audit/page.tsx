import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { contextFor } from "@/app/context-for";
import { prefetchPages } from "@/app/prefetch";
import { Refused } from "@/app/refused";
import { addressReader, type SearchParams } from "@/components/address/field";
import { auditAddress } from "@/components/audit/audit-address";
import { AuditLog } from "@/components/audit/audit-log";
import { pageHints } from "@/components/page/hints";
import { PageHeader } from "@/components/page/page-header";
import { auditApi } from "@/lib/audit/contract";
import { listAudit } from "@/lib/audit/operations";
import { auditQueries } from "@/lib/audit/queries";
import { auditQueryOf, shownView } from "@/lib/audit/view";
import { queryClient } from "@/lib/query-client";

export const metadata: Metadata = { title: "Audit" };

const addressOf = addressReader(auditAddress);

export default async function AuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await contextFor("admin", "reads");
  if (!ctx) return <Refused />;
  const { view } = shownView(addressOf(await searchParams));
  const queries = queryClient();
  const query = auditApi.list.query.parse(auditQueryOf(view, Date.now()));
  await prefetchPages(queries, auditQueries.log(view), auditApi.list, listAudit(ctx, query));

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <PageHeader title="Audit" hint={pageHints.audit} />
      <AuditLog />
    </HydrationBoundary>
  );
}
