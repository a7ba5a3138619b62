import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { unstable_rethrow } from "next/navigation";
import { prefetch, prefetchEvent } from "@/app/prefetch";
import { uuidOf } from "@/app/uuid-of";
import { deliveryTitle } from "@/components/deliveries/delivery-state";
import { DeliveryView } from "@/components/deliveries/delivery-view";
import { deliveriesApi } from "@/lib/deliveries/contract";
import { readAttempt } from "@/lib/deliveries/operations";
import { deliveryQueries } from "@/lib/deliveries/queries";
import { readEvent } from "@/lib/events/operations";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";
import { settingsApi } from "@/lib/settings/contract";
import { settingsQueries } from "@/lib/settings/queries";
import { readOnce, settingsOnce } from "./read-once";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ att?: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const id = await uuidOf(params);
  try {
    const [delivery, settings] = await Promise.all([readOnce(id), settingsOnce()]);
    const label = settings.find(({ webhookId }) => webhookId === delivery.webhookId)?.label;
    return { title: deliveryTitle(delivery, label) };
  } catch (error) {
    unstable_rethrow(error);
    // The page reports the failure.
    return { title: "Delivery" };
  }
}

export default async function DeliveryPage({ params, searchParams }: Props) {
  const ctx = await pageContext("deliveries:read");
  const id = await uuidOf(params);
  const { att } = await searchParams;
  const queries = queryClient();
  // The browser reads again and reports the failure.
  const delivery = await readOnce(id).catch(() => undefined);
  const eventId = delivery?.eventId;
  if (eventId) {
    await Promise.all([
      prefetchEvent(queries, eventId, readEvent(ctx, eventId)),
      prefetch(queries, settingsQueries.list(), settingsApi.list, settingsOnce()),
    ]);
  }
  const log = delivery?.attemptLog ?? [];
  const shown = log.find(({ number }) => String(number) === att) ?? log[0];
  if (shown) {
    const { number } = shown;
    const attempt = readAttempt(ctx, id, number);
    await prefetch(
      queries,
      deliveryQueries.attempt(id, number),
      deliveriesApi.readAttempt,
      attempt,
    );
  }

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <DeliveryView id={id} />
    </HydrationBoundary>
  );
}
