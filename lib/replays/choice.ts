import { lte, or, type SQL, sql } from "drizzle-orm";
import { deliveries } from "@/db/schema/deliveries";
import { type DeliveryChoice, DeliveryChoice as Schema } from "@/lib/deliveries/filter";

/** Which deliveries: by the words of the list, or one by one; and as they stood when. */
export type Choice = {
  filter?: DeliveryChoice | undefined;
  ids?: string[] | undefined;
  asOf?: Date | undefined;
};
type Written = { filter?: Record<string, unknown>; ids?: string[]; asOf?: string };

/** The same text for the same choice, however it was written. */
export function writeChoice({ filter, ids, asOf }: Choice): string {
  return JSON.stringify({ filter, ids: ids && [...new Set(ids)].sort(), asOf });
}

/** As it was asked for. */
export function readChoice(text: string) {
  const { asOf, ...written }: Written = JSON.parse(text);
  return { ...written, asOf: asOf === undefined ? undefined : new Date(asOf) };
}

export function parseChoice(text: string): Choice {
  const { filter, ids, asOf } = readChoice(text);
  return { filter: filter && Schema.parse(filter), ids, asOf };
}

/** What failed since then is left out as is what was made since: it was not counted. */
export function endedBy(time: Date | SQL): SQL | undefined {
  const { finishedAt } = deliveries;
  return or(sql`${finishedAt} is null`, lte(finishedAt, time));
}
