"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useFallback } from "@/components/live/use-live-state";
import { FailedPage } from "@/components/page/failed-page";
import { ProblemCard } from "@/components/page/problem-card";
import { type Failure, useStableQuery } from "@/components/page/use-stable-query";
import { useShortcuts } from "@/components/shortcuts/use-shortcuts";
import { CopyButton } from "@/components/ui/copy-button";
import { type DeliveryDetail, deliveryQueries } from "@/lib/deliveries/queries";
import { Problem } from "@/lib/protocol/problem";
import { AttemptList } from "./attempt-list";
import { DeliveryFacts } from "./delivery-facts";
import { DeliveryHeading } from "./delivery-heading";
import { DeliverySkeleton, PanelSkeleton } from "./delivery-skeleton";
import { Exchange } from "./exchange";
import { type ExchangeTab, exchangeAddress } from "./exchange-address";
import { Timeline } from "./timeline";
import { Verdict } from "./verdict";

type Props = {
  id: string;
  /** The panel beside the log has one column and starts its headings one level lower. */
  place?: "page" | "panel";
};

/** One delivery with its attempts. */
export function DeliveryView({ id, place = "page" }: Props) {
  const fallback = useFallback(5000);
  const { data, failure } = useStableQuery(
    useQuery({
      ...deliveryQueries.one(id),
      refetchInterval: (query) => pollIntervalMs(query.state.data, fallback(query)),
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

/** Polls often before an expected change, rarely otherwise, and never after the end. */
function pollIntervalMs(delivery: DeliveryDetail | undefined, seldomMs: number): number | false {
  if (!delivery) return seldomMs;
  const { sending, nextAttemptAt, status } = delivery;
  if (sending || (nextAttemptAt && Date.parse(nextAttemptAt) < Date.now() + 5000)) return 500;
  return nextAttemptAt || status === "pending" ? seldomMs : false;
}

type UnreadDeliveryProps = { id: string; place: "page" | "panel"; failure: Failure | undefined };

const back = { href: "/deliveries", label: "Deliveries" };
const what = "The delivery could not be loaded";

/** Loading or failed state of a delivery. */
function UnreadDelivery({ id, place, failure }: UnreadDeliveryProps) {
  if (!failure) return place === "page" ? <DeliverySkeleton /> : <PanelSkeleton />;
  if (failure.error instanceof Problem && failure.error.status === 404) {
    return <DeliveryGone id={id} />;
  }
  if (place === "panel") return <ProblemCard what={what} {...failure} />;
  return <FailedPage back={back} title="Delivery" what={what} {...failure} />;
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

/** Returns the selected attempt, by default the latest, and the tab with the most information. */
function useExchange(delivery: DeliveryDetail | undefined) {
  const [{ att, tab }, set] = useQueryStates(exchangeAddress, { history: "push" });
  const log = delivery?.attemptLog ?? [];
  const attempt = log.find(({ number }) => number === att) ?? log[0];
  const choose = (number: number) => void set({ att: number === log[0]?.number ? null : number });
  const show = (next: ExchangeTab) => void set({ tab: next });
  /** Selects the next newer (+1) or older (−1) attempt. */
  const step = (by: 1 | -1) => {
    const next = log.find(({ number }) => number === (attempt?.number ?? 0) + by);
    if (next) choose(next.number);
  };
  const shown: ExchangeTab = tab ?? (attempt?.cause ? "response" : "request");
  return { attempt, choose, tab: shown, show, step };
}
