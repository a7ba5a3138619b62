"use client";

import { useQuery } from "@tanstack/react-query";
import { ProblemCard } from "@/components/shell/problem-card";
import { useSteady } from "@/components/shell/use-steady";
import { Moment } from "@/components/time/moment";
import { Skeleton } from "@/components/ui/skeleton";
import { TabSet } from "@/components/ui/tab-set";
import {
  type Attempt,
  type AttemptDetail,
  type DeliveryDetail,
  deliveryQueries,
} from "@/lib/deliveries/queries";
import { CompareTab } from "./compare-tab";
import type { ExchangeTab } from "./exchange-address";
import { RequestTab } from "./request-tab";
import { ResentBy } from "./resent-by";
import { ResponseTab } from "./response-tab";
import { Result } from "./result";
import { TimingTab } from "./timing-tab";
import { triggerWords } from "./trigger-words";

type Props = {
  delivery: DeliveryDetail;
  attempt: Attempt;
  tab: ExchangeTab;
  show: (tab: ExchangeTab) => void;
};

const tabs = [
  { value: "response", name: "Response" },
  { value: "request", name: "Request" },
  { value: "timing", name: "Timing" },
  { value: "compare", name: "Compare" },
] as const;

/** One attempt: what was sent, what came back, where the time went, and what changed since another. */
export function Exchange({ delivery, attempt, tab, show }: Props) {
  const { number, startedAt, trigger } = attempt;
  const several = delivery.attemptLog.length > 1;
  const { data, failure } = useSteady(useQuery(deliveryQueries.attempt(delivery.id, number)));
  return (
    <section
      aria-label={`Attempt ${number}`}
      className="min-w-0 rounded-lg border border-line bg-raised p-4 shadow-low sm:px-5"
    >
      <div className="mb-2 flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-sm">
        <h3 className="font-semibold text-base">Attempt {number}</h3>
        <Result outcome={attempt} />
        <span className="text-soft">
          <Moment at={startedAt} /> · {triggerWords[trigger]}
          {trigger === "resend" && <ResentBy deliveryId={delivery.id} attempt={attempt} />}
        </span>
      </div>
      <TabSet
        label={`Attempt ${number}`}
        value={tab}
        onChange={show}
        tabs={several ? tabs : tabs.slice(0, -1)}
      >
        {failure && !data && (
          <ProblemCard what={`Attempt ${number} could not be loaded`} {...failure} />
        )}
        {!data && !failure && <Skeleton className="h-80 w-full rounded-md" />}
        {data && <Content delivery={delivery} attempt={data} tab={tab} />}
      </TabSet>
    </section>
  );
}

type ContentProps = { delivery: DeliveryDetail; attempt: AttemptDetail; tab: ExchangeTab };

function Content({ delivery, attempt, tab }: ContentProps) {
  const fileName = `delivery-${delivery.id}-${attempt.number}-${tab}`;
  if (tab === "request") return <RequestTab attempt={attempt} fileName={fileName} />;
  if (tab === "timing") return <TimingTab attempt={attempt} />;
  if (tab === "compare") return <CompareTab delivery={delivery} attempt={attempt} />;
  return <ResponseTab attempt={attempt} fileName={fileName} />;
}
