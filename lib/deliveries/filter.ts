import * as z from "zod";
import { causes, eventNames, statusWords, triggers } from "@/db/enums";
import { Id } from "@/lib/protocol/ids";
import { listOf, listOfIds } from "@/lib/protocol/list-of";
import { refuseOddTimes, Time } from "@/lib/protocol/times";
import { SearchText } from "@/lib/protocol/wire";

/** Filter parameters of deliveries, the same for the list, its count, the export and replays. */
export const filterWords = {
  status: listOf(statusWords),
  event: listOf(eventNames),
  cause: listOf(causes),
  trigger: listOf(triggers),
  webhook: listOfIds,
  account: Id.optional().describe("For callers with several accounts"),
  since: Time.optional().describe("Same as from"),
  from: Time.optional().describe("Created at this time or later"),
  to: Time.optional().describe("Created before this time"),
  endedFrom: Time.optional().describe(
    "Ended (delivered, failed or cancelled) at this time or later, or not ended",
  ),
  endedTo: Time.optional().describe(
    "Ended before this time, or created before it and not ended. GET /v1/stats counts the same deliveries, without tests",
  ),
  q: SearchText.optional().describe(
    "Id of a delivery, event, webhook, video or avatar, else a part of the URL",
  ),
};

export const DeliveryChoice = z
  .strictObject(filterWords)
  .check(refuseOddTimes)
  .meta({ id: "DeliveryFilter" });
export type DeliveryChoice = z.output<typeof DeliveryChoice>;

/**
 * Refuses members of a filter that are given and empty, such as a search text of blanks. They choose nothing, so what acts
 * on the filter would act on every delivery; a list only shows them.
 */
export function refuseEmptyMembers({
  value,
  issues,
}: z.core.ParsePayload<{ filter?: DeliveryChoice | undefined }>): void {
  for (const [word, chosen] of Object.entries(value.filter ?? {})) {
    const isEmpty = chosen === "" || (Array.isArray(chosen) && chosen.length === 0);
    const message = "Give a value, or leave it out";
    if (isEmpty) issues.push({ code: "custom", path: ["filter", word], message, input: chosen });
  }
}
