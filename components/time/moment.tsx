"use client";

import { formatRelative } from "@/lib/format";
import { offsetName } from "@/lib/zone";
import { useNow } from "./use-now";
import { useTimes } from "./zone";

const shape = "whitespace-nowrap tabular-nums";

/** A point in time, to the second, in the selected zone. */
export function Moment({ at }: { at: string }) {
  const { moment, exact } = useTimes();
  return (
    <time dateTime={at} title={exact(at)} className={shape}>
      {moment(at)}
    </time>
  );
}

/** The day of a point in time. */
export function Day({ at }: { at: string }) {
  const { day, exact } = useTimes();
  return (
    <time dateTime={at} title={exact(at)} className={shape}>
      {day(at)}
    </time>
  );
}

/** Relative time; keeps counting. */
export function Ago({ at }: { at: string }) {
  const now = useNow();
  const { exact } = useTimes();
  return (
    <time dateTime={at} title={exact(at)} className={shape}>
      {formatRelative(at, now)}
    </time>
  );
}

/** Start of an ongoing state: the time, with the date after midnight. */
export function Since({ at }: { at: string }) {
  const now = useNow();
  const { since, exact, zone } = useTimes();
  return (
    <time dateTime={at} title={exact(at)} className={shape}>
      {since(at, now)} {offsetName(zone, Date.parse(at))}
    </time>
  );
}
