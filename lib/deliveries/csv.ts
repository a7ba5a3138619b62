import type * as z from "zod";
import { csvLine } from "@/lib/csv";
import type { Delivery } from "./contract";

type Wire = z.input<typeof Delivery>;

const columns = [
  "id",
  "createdAt",
  "status",
  "event",
  "callbackUrl",
  "cause",
  "statusCode",
  "durationMs",
  "attempts",
  "trigger",
  "nextAttemptAt",
  "finishedAt",
  "eventId",
  "webhookId",
  "accountId",
  "subject",
] as const satisfies (keyof Wire)[];

export const csvHead = csvLine(columns);

/** Returns a delivery as a line of the exported file. */
export function deliveryLine(row: Wire): string {
  return csvLine(columns.map((column) => row[column]));
}
