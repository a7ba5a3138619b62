"use client";

import { useQuery } from "@tanstack/react-query";
import { integerField } from "@/components/address/field";
import { useAddress } from "@/components/address/use-address";
import { FailedPage } from "@/components/page/failed-page";
import { PageHeader } from "@/components/page/page-header";
import { useStableQuery } from "@/components/page/use-stable-query";
import { useTimes } from "@/components/time/zone";
import { SelectBox } from "@/components/ui/select-box";
import { type Attempt, deliveryQueries } from "@/lib/deliveries/queries";
import { dot, formatDuration, formatTarget } from "@/lib/format";
import { useLabels } from "@/lib/settings/use-labels";
import { Comparison } from "./comparison";
import { DeliverySkeleton } from "./delivery-skeleton";
import { resultWords } from "./result";

const title = "Compare attempts";

/** Compares two attempts on a page with its own address. */
export function CompareView({ id }: { id: string }) {
  const { data, failure } = useStableQuery(useQuery(deliveryQueries.one(id)));
  const [named, set] = useAddress(compareAddress);
  const labelOf = useLabels();
  if (!data) {
    if (!failure) return <DeliverySkeleton />;
    return <FailedPage title={title} what="The delivery could not be loaded" {...failure} />;
  }
  const log = data.attemptLog;
  const has = (number: number | null) => log.some((each) => each.number === number);
  const b = has(named.b) ? (named.b as number) : (log[0]?.number ?? 0);
  const a = has(named.a) ? (named.a as number) : (log[1]?.number ?? b);
  return (
    <>
      <PageHeader
        title={title}
        hint={`${data.event} to ${labelOf(data.webhookId) || formatTarget(data.callbackUrl)}`}
      />
      {log.length < 2 ? (
        <p className="text-soft">This delivery has fewer than two attempts.</p>
      ) : (
        <>
          <div className="mb-5 flex flex-wrap gap-4">
            <Side name="Before" value={a} log={log} onChange={(next) => set({ a: next })} />
            <Side name="After" value={b} log={log} onChange={(next) => set({ b: next })} />
          </div>
          <Comparison id={id} a={a} b={b} />
        </>
      )}
    </>
  );
}

type SideProps = {
  name: string;
  value: number;
  log: readonly Attempt[];
  onChange: (number: number) => void;
};

/** One of the two attempts, with a menu of all. */
function Side({ name, value, log, onChange }: SideProps) {
  const { moment } = useTimes();
  return (
    <div className="grid grid-cols-1 gap-1">
      <span aria-hidden="true" className="text-soft text-sm">
        {name}
      </span>
      <SelectBox
        label={name}
        height="toolbar"
        width="fit"
        value={String(value)}
        onChange={(next) => onChange(Number(next))}
        options={log.map((attempt) => ({
          value: String(attempt.number),
          label: [`Attempt ${attempt.number}`, resultWords(attempt)].filter(Boolean).join(", "),
          hint: `${moment(attempt.startedAt)}${dot}${formatDuration(attempt.durationMs)}`,
        }))}
      />
    </div>
  );
}

/** The two compared attempts, in the address. */
const compareAddress = { a: integerField, b: integerField };
