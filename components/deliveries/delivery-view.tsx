"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsInteger, useQueryState } from "nuqs";
import { PageHeader } from "@/components/shell/page-header";
import { ProblemCard } from "@/components/shell/problem-card";
import { type DeliveryDetail, deliveryQueries } from "@/lib/deliveries/queries";
import { formatHost } from "@/lib/format";
import { AttemptList } from "./attempt-list";
import { DeliveryFacts } from "./delivery-facts";
import { DeliverySkeleton } from "./delivery-skeleton";
import { Exchange } from "./exchange";
import { ResendButton } from "./resend-button";
import { StatusBadge } from "./status-badge";
import { StopButton } from "./stop-button";
import { Verdict } from "./verdict";

const back = { href: "/deliveries", label: "Deliveries" };

/** One delivery: what became of it, attempt by attempt. */
export function DeliveryView({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useQuery({
    ...deliveryQueries.one(id),
    refetchInterval: ({ state }) => patienceMs(state.data),
  });
  const [chosen, choose] = useQueryState("att", parseAsInteger.withOptions({ history: "push" }));

  if (!data && !error) return <DeliverySkeleton />;
  const problem = error && (
    <ProblemCard
      what="The delivery could not be loaded"
      error={error}
      retry={() => void refetch()}
      busy={isFetching}
    />
  );
  if (!data) return problem;

  const log = data.attemptLog;
  const attempt = log.find(({ number }) => number === chosen) ?? log[0];
  return (
    <>
      <PageHeader
        back={back}
        title={
          <>
            {data.event} <span className="font-normal text-soft">to</span>{" "}
            {formatHost(data.callbackUrl)}
          </>
        }
        badge={<StatusBadge delivery={data} />}
        actions={
          <>
            <StopButton delivery={data} />
            <ResendButton delivery={data} />
          </>
        }
      />
      <div className="grid grid-cols-1 gap-6">
        {problem}
        <Verdict delivery={data} />
        <DeliveryFacts delivery={data} />
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
          <AttemptList delivery={data} chosen={attempt?.number} choose={(n) => void choose(n)} />
          {attempt && <Exchange deliveryId={id} attempt={attempt} />}
        </div>
      </div>
    </>
  );
}

/** Soon when something is about to happen, seldom when it is not, never when it is over. */
function patienceMs(delivery: DeliveryDetail | undefined): number | false {
  if (!delivery) return false;
  const { sending, nextAttemptAt, status } = delivery;
  if (sending || (nextAttemptAt && Date.parse(nextAttemptAt) < Date.now() + 5000)) return 1000;
  return nextAttemptAt || status === "pending" ? 5000 : false;
}
