"use client";

import { usePreferences } from "@/components/preferences/preferences";
import { formatDay, formatExact, formatMoment, formatSince } from "@/lib/format";
import { zoneOf } from "@/lib/preferences";

/** The zone in which times are told, by its IANA name. */
export function useZone(): string {
  return zoneOf(usePreferences().chosen);
}

/** Times as text in the chosen zone, for labels and titles; on a page prefer `Moment` and its kin. */
export function useTimes() {
  const zone = useZone();
  return {
    zone,
    moment: (iso: string) => formatMoment(iso, zone),
    exact: (iso: string) => formatExact(iso, zone),
    day: (iso: string) => formatDay(iso, zone),
    since: (iso: string, now: number) => formatSince(iso, now, zone),
  };
}
