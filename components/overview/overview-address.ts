import { field, wordField } from "@/components/address/field";
import type { StatsView } from "@/lib/stats/queries";
import { spans } from "@/lib/stats/slots";

/** Parses an ISO 8601 time; any other text is dropped, like every unknown word in an address. */
const isoField = field({
  parse: (text) => {
    const ms = Date.parse(text);
    return /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(ms) ? new Date(ms).toISOString() : null;
  },
  write: (iso: string) => iso,
});

/** The time range of the overview. */
export const overviewAddress = {
  since: wordField(spans).withDefault("24h"),
  from: isoField,
  to: isoField,
};

type Address = { since: (typeof spans)[number]; from: string | null; to: string | null };

export function viewOf({ since, from, to }: Address): StatsView {
  return from && to && from < to ? { from, to } : { since };
}
