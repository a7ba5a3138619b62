"use client";

import { useQuery } from "@tanstack/react-query";
import { auditQueries } from "@/lib/audit/queries";
import type { Attempt } from "@/lib/deliveries/queries";
import { sessionQueries } from "@/lib/session/queries";

/** Clocks of the database and of a worker are not the same. */
const skewMs = 2000;

type Props = { deliveryId: string; attempt: Attempt };

/** The person or key that asked for an attempt, for whom may read the audit log. */
export function ResentBy({ deliveryId, attempt: { number, startedAt } }: Props) {
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
