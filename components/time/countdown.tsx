"use client";

import { formatCountdown } from "@/lib/format";
import { useNow } from "./use-now";
import { useTimes } from "./zone";

/** "in 3:58", to the second; "now" when that is over. */
export function Countdown({ to }: { to: string }) {
  const { exact } = useTimes();
  const left = Date.parse(to) - useNow();
  return (
    <time dateTime={to} title={exact(to)} className="whitespace-nowrap tabular-nums">
      {left <= 0 ? "now" : `in ${formatCountdown(left)}`}
    </time>
  );
}
