"use client";

import { Ago } from "@/components/time/moment";
import { useNow } from "@/components/time/use-now";
import { Badge } from "@/components/ui/badge";
import type { ApiKey } from "@/lib/api-keys/queries";

const dayMs = 86_400_000;
const restedMs = 90 * dayMs;

/** When and where from; one that nobody seems to need is marked. */
export function LastUse({ apiKey: { lastUsedAt, lastUsedFrom } }: { apiKey: ApiKey }) {
  const now = useNow();
  if (!lastUsedAt) return <Badge tone="idle">Never used</Badge>;
  const rested = now - Date.parse(lastUsedAt) > restedMs;
  return (
    <>
      {rested ? (
        <Badge tone="warn">Unused for 90 days</Badge>
      ) : (
        <>
          <span className="md:hidden">used </span>
          <Ago at={lastUsedAt} />
        </>
      )}
      {lastUsedFrom && <span className="block truncate text-faint text-xs">{lastUsedFrom}</span>}
    </>
  );
}
