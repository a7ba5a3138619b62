"use client";

import { Day } from "@/components/time/moment";
import { useNow } from "@/components/time/use-now";
import type { ApiKey } from "@/lib/api-keys/queries";

/** Until when it works, where it does not work for ever. */
export function KeyEnd({ apiKey: { expiresAt, replacedBy } }: { apiKey: ApiKey }) {
  const now = useNow();
  if (!expiresAt) return null;
  const over = Date.parse(expiresAt) <= now;
  const verb = over ? "expired" : "expires";
  return (
    <span className={`block text-xs ${over ? "text-bad" : "text-warn"}`}>
      {replacedBy ? `rotated, ${verb}` : verb} <Day at={expiresAt} />
    </span>
  );
}
