"use client";

import { usePreference } from "@/components/preferences/preferences";
import {
  formatClock,
  formatDay,
  formatExact,
  formatMoment,
  formatSince,
  formatStart,
} from "@/lib/format";
import { zoneOf } from "@/lib/preferences";

/** Returns the IANA name of the selected zone. */
export function useZone(): string {
  return zoneOf({ zone: usePreference("zone"), here: usePreference("here") });
}

/** Formats times in the selected zone, for labels and titles. Prefer `Moment` in markup. */
export function useTimes() {
  const zone = useZone();
  return {
    zone,
    clock: (iso: string) => formatClock(iso, zone),
    moment: (iso: string) => formatMoment(iso, zone),
    exact: (iso: string) => formatExact(iso, zone),
    day: (iso: string) => formatDay(iso, zone),
    since: (iso: string, now: number) => formatSince(iso, now, zone),
    start: (iso: string, now: number) => formatStart(iso, now, zone),
  };
}
