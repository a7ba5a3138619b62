import { z } from "zod";
import { causes, deliveryStatuses, eventNames, triggers } from "@/db/enums";
import { Id } from "@/lib/protocol/ids";
import { listOf } from "@/lib/protocol/list-of";
import { Timestamp } from "@/lib/protocol/wire";

/** What a choice of deliveries may name: the same words for the list and for a replay. */
export const filterWords = {
  status: listOf(deliveryStatuses),
  event: listOf(eventNames),
  cause: listOf(causes),
  trigger: listOf(triggers),
  webhook: Id.optional(),
  account: Id.optional().describe("For who sees several"),
  since: Timestamp.optional().describe("The same as from"),
  from: Timestamp.optional().describe("Made at that time or later"),
  to: Timestamp.optional().describe("Made before that time"),
  q: z
    .string()
    .trim()
    .max(2048, "Use at most 2,048 characters")
    .optional()
    .describe("An id of a delivery, event, webhook, video or avatar; else a part of the URL"),
};

type Times = { since?: Date | undefined; from?: Date | undefined; to?: Date | undefined };

/** Refuses two beginnings, and an end before the beginning: something else was meant than would be shown. */
export function refuseOddTimes({ value, issues }: z.core.ParsePayload<Times>): void {
  const { since, from, to } = value;
  const begin = since ?? from;
  const refuse = (word: string, message: string) =>
    issues.push({ code: "custom", path: [word], message, input: value });
  if (since && from) refuse("from", "Give since or from, not both");
  if (begin && to && begin >= to) refuse("to", "Give a time after that of since or from");
}

export const DeliveryChoice = z.strictObject(filterWords).check(refuseOddTimes);
export type DeliveryChoice = z.output<typeof DeliveryChoice>;
