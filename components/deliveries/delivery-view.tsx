"use client";

import { useQuery } from "@tanstack/react-query";
import { useFallback } from "@/components/live/use-live-state";
import { FailedPage } from "@/components/page/failed-page";
import { ProblemCard } from "@/components/page/problem-card";
import { useDocumentTitle } from "@/components/page/use-document-title";
import { type Failure, useStableQuery } from "@/components/page/use-stable-query";
import { CopyButton } from "@/components/ui/copy-button";
import { type DeliveryDetail, deliveryQueries } from "@/lib/deliveries/queries";
import { Problem } from "@/lib/protocol/problem";
import { useLabels } from "@/lib/settings/use-labels";
import { AttemptList } from "./attempt-list";
import { DeliveryFacts } from "./delivery-facts";
import { DeliveryHeading } from "./delivery-heading";
import { DeliverySkeleton, PanelSkeleton } from "./delivery-skeleton";
import { deliveryTitle } from "./delivery-state";
import { Exchange, focusPart } from "./exchange";
import { useAttempt } from "./use-attempt";

type Props = {
  id: string;
  /** The drawer over the log has one column. */
  place?: "page" | "panel";
};

/** One delivery: its verdict, the last response, the request, the attempts and its facts. */
export function DeliveryView({ id, place = "page" }: Props) {
  const fallback = useFallback(5000);
  const { data, failure } = useStableQuery(
    useQuery({
      ...deliveryQueries.one(id),
      refetchInterval: (query) => pollIntervalMs(query.state.data, fallback(query)),
    }),
  );
  const { attempt, choose, step } = useAttempt(data);
  const label = useLabels()(data?.webhookId);
  useDocumentTitle(data && deliveryTitle(data, label));
  if (!data) return <UnreadDelivery id={id} place={place} failure={failure} />;

  const open = (number: number) => {
    choose(number);
    focusPart("Response");
  };
  const columns = place === "page" ? "min-[74rem]:grid-cols-[minmax(0,1fr)_24rem]" : "";
  return (
    <article aria-labelledby="delivery-title">
      <DeliveryHeading delivery={data} place={place} />
      {failure && <ProblemCard what="The delivery could not be loaded" {...failure} />}
      <div className={`grid grid-cols-1 items-start gap-x-8 gap-y-5 ${columns}`}>
        {attempt && <Exchange delivery={data} attempt={attempt} step={step} />}
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <AttemptList delivery={data} chosen={attempt?.number} choose={open} />
          <DeliveryFacts delivery={data} />
        </div>
      </div>
    </article>
  );
}

/** Polls often before an expected change, rarely otherwise, and never after the end. */
function pollIntervalMs(delivery: DeliveryDetail | undefined, seldomMs: number): number | false {
  if (!delivery) return seldomMs;
  const { sending, nextAttemptAt, status } = delivery;
  if (sending || (nextAttemptAt && Date.parse(nextAttemptAt) < Date.now() + 5000)) return 500;
  return nextAttemptAt || status === "pending" ? seldomMs : false;
}

type UnreadDeliveryProps = { id: string; place: "page" | "panel"; failure: Failure | undefined };
const what = "The delivery could not be loaded";

/** Loading or failed state of a delivery. */
function UnreadDelivery({ id, place, failure }: UnreadDeliveryProps) {
  if (!failure) return place === "page" ? <DeliverySkeleton /> : <PanelSkeleton />;
  if (failure.error instanceof Problem && failure.error.status === 404) {
    return <DeliveryGone id={id} />;
  }
  if (place === "panel") return <ProblemCard what={what} {...failure} />;
  return <FailedPage title="Delivery" what={what} {...failure} />;
}

/** For the panel; the not-found page has the same text. */
function DeliveryGone({ id }: { id: string }) {
  return (
    <div role="alert" className="px-2 py-10 text-center">
      <h2 className="font-semibold text-lg">No delivery with this id</h2>
      <p className="mt-1 text-soft">
        It may be older than the retention period, or belong to another account.
      </p>
      <p className="mt-2 flex items-center justify-center gap-1">
        <code className="wrap-anywhere font-mono text-xs">{id}</code>
        <CopyButton text={id} label="Copy delivery id" />
      </p>
    </div>
  );
}
