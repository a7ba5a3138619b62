import { z } from "zod";
import type { EventName } from "@/db/enums";
import { payloads } from "./payloads";

/** Returns the name of an event's schema: `VideoGenerationSuccess` for `VIDEO_GENERATION_SUCCESS`. */
export function titleOf(event: EventName): string {
  return event.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const bodyOf = <N extends EventName>(event: N) =>
  z.object({ event: z.literal(event), data: payloads[event] }).meta({ id: titleOf(event) });

/** Body of a delivery, by event. */
export const deliveryBodies = {
  AVATAR_TRAINING_SUCCESS: bodyOf("AVATAR_TRAINING_SUCCESS"),
  AVATAR_TRAINING_FAILED: bodyOf("AVATAR_TRAINING_FAILED"),
  VIDEO_GENERATION_SUCCESS: bodyOf("VIDEO_GENERATION_SUCCESS"),
  VIDEO_GENERATION_FAILED: bodyOf("VIDEO_GENERATION_FAILED"),
} satisfies Record<EventName, z.ZodObject>;

/** Body of any delivery. */
export const DeliveryBody = z
  .discriminatedUnion("event", [
    deliveryBodies.AVATAR_TRAINING_SUCCESS,
    deliveryBodies.AVATAR_TRAINING_FAILED,
    deliveryBodies.VIDEO_GENERATION_SUCCESS,
    deliveryBodies.VIDEO_GENERATION_FAILED,
  ])
  .meta({ id: "DeliveryBody" });
