"use client";

import { formatExact, formatMoment, formatRelative, formatSince } from "@/lib/format";
import { useNow } from "./use-now";

/** A point in time, to the second. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExact(at)} className="whitespace-nowrap tabular-nums">
      {formatMoment(at)}
    </time>
  );
}

/** How long ago, or how soon; it keeps counting. */
export function Ago({ at }: { at: string }) {
  const now = useNow();
  // The server's "8 s ago" may be the browser's "9 s ago"; the next tick settles it.
  return (
    <time
      dateTime={at}
      title={formatExact(at)}
      suppressHydrationWarning
      className="whitespace-nowrap tabular-nums"
    >
      {formatRelative(at, now)}
    </time>
  );
}

/** When something began that still goes on: by the clock, with its day once that is over. */
export function Since({ at }: { at: string }) {
  const now = useNow();
  return (
    <time
      dateTime={at}
      title={formatExact(at)}
      suppressHydrationWarning
      className="whitespace-nowrap tabular-nums"
    >
      {formatSince(at, now)} UTC
    </time>
  );
}
