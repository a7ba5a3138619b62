"use client";

import { formatRelative } from "@/lib/format";
import { offsetName } from "@/lib/zone";
import { useNowSelector } from "./use-now";
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
  const words = useNowSelector((now) => formatRelative(at, now));
  const { exact } = useTimes();
  return (
    <time dateTime={at} title={exact(at)} className={shape}>
      {words}
    </time>
  );
}

/** Start of an ongoing state: the time, with the date after midnight. */
export function Since({ at }: { at: string }) {
  const { since, exact, zone } = useTimes();
  const start = useNowSelector((now) => since(at, now));
  return (
    <time dateTime={at} title={exact(at)} className={shape}>
      {start} {offsetName(zone, Date.parse(at))}
    </time>
  );
}
