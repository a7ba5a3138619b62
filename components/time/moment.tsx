"use client";

import { formatRelative } from "@/lib/format";
import { offsetName } from "@/lib/zone";
import { useNow } from "./use-now";
import { useTimes } from "./zone";

const shape = "whitespace-nowrap tabular-nums";

/** A point in time, to the second, in the zone that the reader chose. */
export function Moment({ at }: { at: string }) {
  const { moment, exact } = useTimes();
  return (
    <time dateTime={at} title={exact(at)} className={shape}>
      {moment(at)}
    </time>
  );
}

/** The day alone. */
export function Day({ at }: { at: string }) {
  const { day, exact } = useTimes();
  return (
    <time dateTime={at} title={exact(at)} className={shape}>
      {day(at)}
    </time>
  );
}

/** How long ago, or how soon; it keeps counting. */
export function Ago({ at }: { at: string }) {
  const now = useNow();
  const { exact } = useTimes();
  return (
    <time dateTime={at} title={exact(at)} className={shape}>
      {formatRelative(at, now)}
    </time>
  );
}

/** When something began that still goes on: by the clock, with its day once that is over. */
export function Since({ at }: { at: string }) {
  const now = useNow();
  const { since, exact, zone } = useTimes();
  return (
    <time dateTime={at} title={exact(at)} className={shape}>
      {since(at, now)} {offsetName(zone, Date.parse(at))}
    </time>
  );
}
