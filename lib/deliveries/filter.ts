import { z } from "zod";
import { deliveryStatuses, eventNames } from "@/db/enums";
import { Id } from "@/lib/protocol/ids";
import { listOf } from "@/lib/protocol/list-of";
import { Timestamp } from "@/lib/protocol/wire";

/** What a choice of deliveries may name: the same words for the list and for a replay. */
export const filterWords = {
  status: listOf(deliveryStatuses),
  event: listOf(eventNames),
  webhook: Id.optional(),
  since: Timestamp.optional(),
};

export const DeliveryChoice = z.strictObject(filterWords);
export type DeliveryChoice = z.output<typeof DeliveryChoice>;
