"use client";

import { useQuery } from "@tanstack/react-query";
import { BodyView } from "@/components/body/body-view";
import { ProblemCard } from "@/components/page/problem-card";
import { useStableQuery } from "@/components/page/use-stable-query";
import { Moment } from "@/components/time/moment";
import { Skeleton } from "@/components/ui/skeleton";
import { TabSet } from "@/components/ui/tab-set";
import { auditQueries } from "@/lib/audit/queries";
import {
  type Attempt,
  type AttemptDetail,
  type DeliveryDetail,
  deliveryQueries,
} from "@/lib/deliveries/queries";
import { sessionQueries } from "@/lib/session/queries";
import { CompareTab } from "./compare-tab";
import { CopyCurl } from "./copy-curl";
import type { ExchangeTab } from "./exchange-address";
import { HeaderTable } from "./header-table";
import { Part } from "./part";
import { ResponseTab } from "./response-tab";
import { Result } from "./result";
import { TimingTab } from "./timing-tab";
import { attemptTriggers } from "./trigger-words";

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

/** One attempt: response, request, timing, and differences from another attempt. */
export function Exchange({ delivery, attempt, tab, show }: Props) {
  const { number, startedAt, trigger } = attempt;
  const several = delivery.attemptLog.length > 1;
  const { data, failure } = useStableQuery(useQuery(deliveryQueries.attempt(delivery.id, number)));
  return (
    <section
      aria-label={`Attempt ${number}`}
      className="min-w-0 rounded-lg border border-line bg-raised p-4 shadow-low sm:px-5"
    >
      <div className="mb-2 flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-sm">
        <h3 className="font-semibold text-base">Attempt {number}</h3>
        <Result outcome={attempt} />
        <span className="text-soft">
          <Moment at={startedAt} /> · {attemptTriggers[trigger]}
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

type RequestTabProps = { attempt: AttemptDetail; fileName: string };

function RequestTab({ attempt: { number, request, error, startedAt }, fileName }: RequestTabProps) {
  if (!request) {
    return (
      <p className="wrap-anywhere text-soft">
        Attempt {number} sent no request. {error}
      </p>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="wrap-anywhere min-w-0 font-mono text-xs leading-7">
          <span className="font-semibold">{request.method}</span> {request.url}
        </p>
        <CopyCurl request={request} sentAt={startedAt} />
      </div>
      <Part name="Headers">
        <HeaderTable caption="Request headers" headers={request.headers} />
      </Part>
      <Part name="Body">
        <BodyView
          label="request body"
          body={request.body}
          remark="exact bytes sent"
          fileName={fileName}
        />
      </Part>
    </div>
  );
}

/** Tolerance between the clocks of the database and a worker. */
const skewMs = 2000;

type ResentByProps = { deliveryId: string; attempt: Attempt };

/** The actor that requested a resend; requires access to the audit log. */
function ResentBy({ deliveryId, attempt: { number, startedAt } }: ResentByProps) {
  const { data: session } = useQuery(sessionQueries.current());
  const { data } = useQuery({
    ...auditQueries.resends(deliveryId, number),
    enabled: session?.scopes.includes("admin") ?? false,
  });
  const until = Date.parse(startedAt) + skewMs;
  const entry = data?.entries.find(({ createdAt }) => Date.parse(createdAt) <= until);
  if (!entry?.actor.name) return null;
  return (
    <span className="wrap-anywhere">
      {" "}
      by {entry.actor.kind === "key" ? "key " : ""}
      {entry.actor.name}
    </span>
  );
}
