const unitsMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Timers of Node that are longer fire at once. */
const longestMs = 24 * 86_400_000;

/** States the form of an interval. */
export const intervalForm = "give a time such as 30m, 24h or 7d, of at most 24d";

/** Returns the milliseconds of an interval such as `24h`; null if the text has another form. */
export function intervalMs(text: string): number | null {
  const [, count = "", unit = ""] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? [];
  const ms = Number(count) * (unitsMs[unit] ?? 0);
  return ms > 0 && ms <= longestMs ? ms : null;
}
