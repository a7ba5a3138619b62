import { lte, ne, or, type SQL, sql } from "drizzle-orm";
import { deliveries } from "@/db/schema/deliveries";
import { type DeliveryChoice, DeliveryChoice as Schema } from "@/lib/deliveries/filter";

/** Deliveries of a replay: by filter or by ids, as of a time. */
type Choice = {
  filter?: DeliveryChoice | undefined;
  ids?: string[] | undefined;
  asOf?: Date | undefined;
};
type Written = { filter?: Record<string, unknown>; ids?: string[]; asOf?: string };

/** Returns a choice as text. Equal choices have equal texts. */
export function writeChoice({ filter, ids, asOf }: Choice): string {
  return JSON.stringify({ filter, ids: ids && [...new Set(ids)].sort(), asOf });
}

/** Returns the choice in a stored text. */
export function readChoice(text: string) {
  const { asOf, ...written }: Written = JSON.parse(text);
  return { ...written, asOf: asOf === undefined ? undefined : new Date(asOf) };
}

/** Returns the account of a replay: its owner, else the one that its filter names. Null for a replay over all accounts. */
export function accountOf(replay: { accountId: string | null; choice: string }): string | null {
  const named = readChoice(replay.choice).filter?.account;
  return replay.accountId ?? (typeof named === "string" ? named : null);
}

export function parseChoice(text: string): Choice {
  const { filter, ids, asOf } = readChoice(text);
  return { filter: filter && Schema.parse(filter), ids, asOf };
}

/** Condition of deliveries that a replay can send: all but tests. */
export function isNoTest(): SQL {
  return ne(deliveries.trigger, "test");
}

/** Condition of deliveries that have not ended, or ended by a time. A dry run of that time counted no others. */
export function notEndedAfter(time: Date | SQL): SQL | undefined {
  const { finishedAt } = deliveries;
  return or(sql`${finishedAt} is null`, lte(finishedAt, time));
}
