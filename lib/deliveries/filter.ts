import { z } from "zod";
import { causes, eventNames, statusWords, triggers } from "@/db/enums";
import { Id } from "@/lib/protocol/ids";
import { listOf, listOfIds } from "@/lib/protocol/list-of";
import { refuseOddTimes } from "@/lib/protocol/times";
import { SearchText, Timestamp } from "@/lib/protocol/wire";

/** What a choice of deliveries may name: the same words for the list and for a replay. */
export const filterWords = {
  status: listOf(statusWords),
  event: listOf(eventNames),
  cause: listOf(causes),
  trigger: listOf(triggers),
  webhook: listOfIds,
  account: Id.optional().describe("For who sees several"),
  since: Timestamp.optional().describe("The same as from"),
  from: Timestamp.optional().describe("Made at that time or later"),
  to: Timestamp.optional().describe("Made before that time"),
  q: SearchText.optional().describe(
    "An id of a delivery, event, webhook, video or avatar; else a part of the URL",
  ),
};

export const DeliveryChoice = z.strictObject(filterWords).check(refuseOddTimes);
export type DeliveryChoice = z.output<typeof DeliveryChoice>;
