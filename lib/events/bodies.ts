import * as z from "zod";
import { type EventName, eventNames } from "@/db/enums";
import { payloads } from "./payloads";

/** Returns the name of an event's schema: `VideoGenerationSuccess` for `VIDEO_GENERATION_SUCCESS`. */
export function titleOf(event: EventName): string {
  return event.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const bodyOf = (event: EventName) =>
  z.object({ event: z.literal(event), data: payloads[event] }).meta({ id: titleOf(event) });

/** Body of a delivery, by event. */
export const deliveryBodies = Object.fromEntries(
  eventNames.map((event) => [event, bodyOf(event)]),
) as Record<EventName, ReturnType<typeof bodyOf>>;

/** Body of any delivery. */
export const DeliveryBody = z
  .discriminatedUnion(
    "event",
    forEachEvent((event) => deliveryBodies[event]),
  )
  .meta({ id: "DeliveryBody" });

/** Calls a function for each event and returns the results as the options of a union. */
export function forEachEvent<T>(make: (event: EventName) => T): [T, ...T[]] {
  const [first, ...others] = eventNames;
  return [make(first), ...others.map(make)];
}
