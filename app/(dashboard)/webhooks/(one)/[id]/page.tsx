import { dehydrate, HydrationBoundary, type QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { prefetch } from "@/app/prefetch";
import { prefetchStats } from "@/app/prefetch-stats";
import { uuidOf } from "@/app/uuid-of";
import { addressReader, type SearchParams } from "@/components/address/field";
import { logAddress } from "@/components/deliveries/log-address";
import { overviewAddress, viewOf } from "@/components/overview/overview-address";
import { WebhookOverview } from "@/components/webhook-overview/webhook-overview";
import { auditApi } from "@/lib/audit/contract";
import { listAudit } from "@/lib/audit/operations";
import { auditQueries, changesOf } from "@/lib/audit/queries";
import type { Context } from "@/lib/context";
import { DeliveryFilter, deliveriesApi } from "@/lib/deliveries/contract";
import { listDeliveries, readAttempt, readDelivery } from "@/lib/deliveries/operations";
import { deliveryQueries } from "@/lib/deliveries/queries";
import { healthApi } from "@/lib/health/contract";
import { readHealth } from "@/lib/health/operations";
import { healthQueries } from "@/lib/health/queries";
import { pageContext } from "@/lib/http/page-context";
import { operationalEventsApi } from "@/lib/operational-events/contract";
import { listOperationalEvents } from "@/lib/operational-events/operations";
import { latestCount, operationalEventQueries } from "@/lib/operational-events/queries";
import { queryClient } from "@/lib/query-client";
import { statsQueries } from "@/lib/stats/queries";
import { titleOf } from "./title-of";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = ({ params }: Props): Promise<Metadata> =>
  titleOf(params, "Overview");

const addressOf = addressReader(overviewAddress);

export default async function WebhookPage({ params, searchParams }: Props) {
  const ctx = await pageContext("deliveries:read", "reads");
  const id = await uuidOf(params);
  const asked = await searchParams;
  if (hasLogFilter(asked)) redirect(`/webhooks/${id}/deliveries?${queryOf(asked)}`);
  const view = viewOf(addressOf(asked));
  const choice = { webhook: id };
  const queries = queryClient();
  await Promise.all([
    prefetchStats(queries, ctx, view, choice),
    prefetch(
      queries,
      operationalEventQueries.latest(id),
      operationalEventsApi.list,
      listOperationalEvents(ctx, { webhook: id, limit: latestCount }),
    ),
    ...(ctx.scopes.includes("admin")
      ? [
          prefetch(
            queries,
            auditQueries.changes(id),
            auditApi.list,
            listAudit(ctx, auditFilter(id)),
          ),
        ]
      : []),
    prefetch(queries, healthQueries.notice(id), healthApi.read, readHealth(ctx, id)),
    prefetchUndelivered(queries, ctx, id),
  ]);
  const incident = queries.getQueryData(statsQueries.read(view, choice).queryKey)?.incidents[0];
  const { lastFailure } = incident ?? {};
  if (lastFailure) await prefetchAttempt(queries, ctx, lastFailure.deliveryId, lastFailure.attempt);
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <WebhookOverview id={id} />
    </HydrationBoundary>
  );
}

function auditFilter(id: string) {
  return auditApi.list.query.parse(changesOf(id));
}

/** Prefetches the latest delivery that was not accepted, with its last failed attempt. */
async function prefetchUndelivered(queries: QueryClient, ctx: Context, id: string) {
  const filter = DeliveryFilter.parse({ status: "retrying,failed", limit: 1, webhook: id });
  const page = listDeliveries(ctx, filter);
  await prefetch(queries, deliveryQueries.undelivered(id), deliveriesApi.list, page);
  const [last] = await page.then(
    ({ deliveries }) => deliveries,
    () => [],
  );
  if (!last) return;
  const delivery = readDelivery(ctx, last.id);
  await prefetch(queries, deliveryQueries.one(last.id), deliveriesApi.read, delivery);
  const attempt = await delivery.then(
    ({ attemptLog }) => attemptLog.find(({ cause }) => cause !== null),
    () => undefined,
  );
  if (attempt) await prefetchAttempt(queries, ctx, last.id, attempt.number);
}

function prefetchAttempt(queries: QueryClient, ctx: Context, id: string, number: number) {
  const attempt = readAttempt(ctx, id, number);
  return prefetch(queries, deliveryQueries.attempt(id, number), deliveriesApi.readAttempt, attempt);
}

/** True for a link to the log of a webhook. The range of time belongs to both pages. */
function hasLogFilter(asked: SearchParams): boolean {
  const { since, from, to, ...filters } = logAddress;
  return [...Object.keys(filters), "d"].some((name) => name in asked);
}

function queryOf(asked: SearchParams): string {
  const pairs = Object.entries(asked).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => [name, each]),
  );
  return new URLSearchParams(pairs).toString();
}
