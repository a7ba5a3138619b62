import type { EventName } from "@/db/enums";

/** The bytes a receiver gets: exactly two members, `data` as it was published. */
export function deliveryBody(event: EventName, dataText: string): string {
  return `{"event":${JSON.stringify(event)},"data":${dataText}}`;
}
