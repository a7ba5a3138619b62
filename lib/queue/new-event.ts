import type { EventName } from "@/db/enums";

/** Event to store and deliver. */
export type NewEvent = {
  accountId: string;
  event: EventName;
  /** JSON text, sent byte for byte. */
  data: string;
  /** Id of the subject in the data, such as the `videoId`. */
  subject: string;
  /** Test: one attempt, to this webhook only. */
  testOf?: string;
  /** To this webhook only, subscribed or not, with the full retry schedule. */
  onlyTo?: string;
  /** One-shot webhook of the event's own `callbackUrl`, in addition to the subscribed ones. */
  oneShot?: string;
  /** Position in a trace from which the spans of its deliveries continue. */
  traceparent?: string;
  /** Entries that tracing systems of the publisher added to this position. */
  tracestate?: string;
};

/** Event with the id under which it is stored. */
export type IdentifiedEvent = NewEvent & { id: string };
