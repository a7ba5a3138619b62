import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch } from "@/app/prefetch";
import { uuidOf } from "@/app/uuid-of";
import { TestPanel } from "@/components/webhooks/test-panel";
import { eventsApi } from "@/lib/events/contract";
import { listEventTypes } from "@/lib/events/operations";
import { eventQueries } from "@/lib/events/queries";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";
import { titleOf } from "../title-of";

type Props = { params: Promise<{ id: string }> };

export const generateMetadata = ({ params }: Props): Promise<Metadata> => titleOf(params, "Test");

export default async function WebhookTestPage({ params }: Props) {
  await pageContext("webhooks:read");
  const id = await uuidOf(params);
  const queries = queryClient();
  await prefetch(queries, eventQueries.types(), eventsApi.types, listEventTypes());

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <TestPanel id={id} />
    </HydrationBoundary>
  );
}
