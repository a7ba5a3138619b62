"use client";

import { useQuery } from "@tanstack/react-query";
import { useFallback } from "@/components/live/use-live-state";
import { ProblemCard } from "@/components/shell/problem-card";
import { useSteady } from "@/components/shell/use-steady";
import { useShortcuts } from "@/components/shortcuts/use-shortcuts";
import { type DeliveryDetail, deliveryQueries } from "@/lib/deliveries/queries";
import { AttemptList } from "./attempt-list";
import { DeliveryFacts } from "./delivery-facts";
import { DeliveryHeading } from "./delivery-heading";
import { Exchange } from "./exchange";
import { Timeline } from "./timeline";
import { UnreadDelivery } from "./unread-delivery";
import { useExchange } from "./use-exchange";
import { Verdict } from "./verdict";

type Props = {
  id: string;
  /** In a panel beside the log its headings begin one level lower, and it is one column. */
  place?: "page" | "panel";
};

/** One delivery: what became of it, attempt by attempt. */
export function DeliveryView({ id, place = "page" }: Props) {
  const fallback = useFallback(5000);
  const { data, failure } = useSteady(
    useQuery({
      ...deliveryQueries.one(id),
      refetchInterval: (query) => patienceMs(query.state.data, fallback(query)),
    }),
  );
  const { attempt, choose, tab, show, step } = useExchange(data);
  useShortcuts({
    deliveryOlder: () => step(-1),
    deliveryNewer: () => step(1),
    deliveryRequest: () => show("request"),
    deliveryResponse: () => show("response"),
    deliveryTiming: () => show("timing"),
  });

  if (!data) return <UnreadDelivery id={id} place={place} failure={failure} />;

  const Title = place === "page" ? "h2" : "h3";
  return (
    <div>
      <DeliveryHeading delivery={data} place={place} />
      <div className="grid grid-cols-1 gap-5">
        {failure && <ProblemCard what="The delivery could not be loaded" {...failure} />}
        <Verdict delivery={data} />
        <DeliveryFacts delivery={data} />
        <Timeline delivery={data} chosen={attempt?.number} choose={choose} />
        <section
          aria-labelledby={`attempts-${id}`}
          className={`grid grid-cols-1 items-start gap-x-6 gap-y-3 ${place === "page" ? "lg:grid-cols-[18rem_minmax(0,1fr)]" : ""}`}
        >
          <Title id={`attempts-${id}`} className="col-span-full font-semibold text-lg">
            Attempts
          </Title>
          <AttemptList delivery={data} chosen={attempt?.number} choose={choose} />
          {attempt && <Exchange delivery={data} attempt={attempt} tab={tab} show={show} />}
        </section>
      </div>
    </div>
  );
}

/** Soon when something is about to happen, seldom when it is not, never when it is over. */
function patienceMs(delivery: DeliveryDetail | undefined, seldomMs: number): number | false {
  if (!delivery) return seldomMs;
  const { sending, nextAttemptAt, status } = delivery;
  if (sending || (nextAttemptAt && Date.parse(nextAttemptAt) < Date.now() + 5000)) return 500;
  return nextAttemptAt || status === "pending" ? seldomMs : false;
}
