"use client";

import { useQuery } from "@tanstack/react-query";
import { FollowedDelivery } from "@/components/deliveries/followed-delivery";
import { type Attempt, deliveryQueries } from "@/lib/deliveries/queries";

/** What came of a test, and where its time went. */
export function TestResult({ id }: { id: string }) {
  const { data } = useQuery(deliveryQueries.one(id));
  const attempt = data?.attemptLog[0];
  return (
    <div className="grid gap-1.5">
      <FollowedDelivery id={id} />
      <p className="min-h-5 text-soft text-sm tabular-nums">
        {attempt && phasesOf(attempt)}
        {attempt?.error && <span className="wrap-anywhere block">{attempt.error}</span>}
      </p>
    </div>
  );
}

function phasesOf({ phases }: Attempt): string {
  const { dnsMs, connectMs, tlsMs, firstByteMs } = phases;
  const parts = [
    ["DNS", dnsMs],
    ["connect", connectMs],
    ["TLS", tlsMs],
    ["first byte", firstByteMs],
  ] as const;
  return parts.flatMap(([name, ms]) => (ms === undefined ? [] : `${name} ${ms} ms`)).join(" · ");
}
