import * as z from "zod";
import { deliveryStatuses, eventNames } from "@/db/enums";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById, Id } from "@/lib/protocol/ids";
import { PageQuery } from "@/lib/protocol/paging";
import { refuseOddTimes, Time } from "@/lib/protocol/times";
import { MaskedUrl, present, SearchText, Timestamp } from "@/lib/protocol/wire";
import { EventBatchDraft, EventDraft, TestDraft } from "./drafts";

const PublishedEvent = z
  .object({
    id: Id.describe("Id of the event; receivers get it as webhook-id"),
    event: z.enum(eventNames),
    createdAt: Timestamp,
    deliveries: z.int().describe("Number of deliveries"),
  })
  .meta({ id: "PublishedEvent" });

const EventSummary = z
  .object({
    id: Id,
    accountId: Id,
    event: z.enum(eventNames),
    subject: z.string().describe("Id of the subject in its data, such as the videoId"),
    createdAt: Timestamp,
    deliveries: z.int().describe("Number of deliveries"),
    delivered: z.int().describe("Number of delivered deliveries"),
    failed: z.int().describe("Number of failed deliveries"),
  })
  .meta({ id: "EventSummary" });

const EventDelivery = z
  .object({
    id: Id,
    webhookId: present(Id).describe("Left out for a one-shot callback"),
    callbackUrl: MaskedUrl,
    status: z.enum(deliveryStatuses).describe("pending until it is delivered, failed or cancelled"),
    attempts: z.int(),
  })
  .meta({ id: "EventDelivery" });

/** Bytes of one event: of the body that publishes it alone, and of its `data` in a batch. */
export const eventBytesLimit = 256 * 1024;

/** Most deliveries in the answer about one event; a fan-out may have 100,000. */
export const listedDeliveries = 1000;
const listed = listedDeliveries.toLocaleString("en");

const Event = z
  .object({
    id: Id,
    accountId: Id,
    event: z.enum(eventNames),
    data: z.record(z.string(), z.unknown()),
    createdAt: Timestamp,
    deliveries: z.array(EventDelivery).describe(`Oldest first, at most ${listed}`),
    deliveriesOmitted: present(z.int()).describe(
      "Deliveries that the list leaves out; missing when it has all. `GET /v1/deliveries?q={id}` returns them in pages",
    ),
    fanOutRemaining: present(z.int()).describe(
      "Deliveries not created yet; left out when there are none. For an event with very many webhooks they are created in the background",
    ),
  })
  .meta({ id: "Event" });

const EventType = z
  .object({
    name: z.enum(eventNames).describe("Name of the event type"),
    description: z.string().describe("Meaning, in one sentence"),
    schema: z.record(z.string(), z.unknown()).describe("JSON Schema of `data`"),
    sample: z.record(z.string(), z.unknown()).describe("Sample of `data`"),
  })
  .meta({ id: "EventType" });

export const EventFilter = z
  .strictObject({
    event: z.enum(eventNames).optional().describe("One name"),
    account: Id.optional().describe("For callers with several accounts"),
    since: Time.optional().describe("Same as from"),
    from: Time.optional().describe("Published at this time or later"),
    to: Time.optional().describe("Published before this time"),
    q: SearchText.optional().describe("Id of an event or of its subject, such as a videoId"),
    ...PageQuery,
  })
  .check(refuseOddTimes);
export type EventFilter = z.output<typeof EventFilter>;

const PublishedBatch = z
  .object({ events: z.array(PublishedEvent).describe("In the order of the batch") })
  .meta({ id: "PublishedBatch" });

const EventPage = z
  .object({
    events: z.array(EventSummary).describe("Newest first"),
    nextCursor: z.string().optional(),
  })
  .meta({ id: "EventPage" });

const EventTypeList = z.object({ eventTypes: z.array(EventType) }).meta({ id: "EventTypeList" });

const EventTypeActivity = z
  .object({
    name: z.enum(eventNames).describe("Name of the event type"),
    published: z.int().describe("Events published since then, without tests"),
    subscribers: z.int().describe("Webhooks subscribed now"),
  })
  .meta({ id: "EventTypeActivity" });

const EventActivity = z
  .object({
    since: Timestamp.describe("Start of the counts"),
    eventTypes: z.array(EventTypeActivity),
  })
  .meta({ id: "EventActivity" });

const TestDelivery = z
  .object({ id: Id.describe("The delivery"), eventId: Id })
  .meta({ id: "TestDelivery" });

const ActivityFilter = z.strictObject({
  account: Id.optional().describe("For callers with several accounts; all of them without it"),
});
export type ActivityFilter = z.output<typeof ActivityFilter>;

export const eventsApi = {
  publish: endpoint({
    method: "POST",
    path: "/v1/events",
    summary: "Publish an event",
    description:
      "Stores the event and one delivery for every subscribed webhook, then answers 202. webhookId sends it to that webhook only; callbackUrl sends it to one more URL as well, with all retries, signed with the secret of the account.",
    errors: [40002],
    access: "events:write",
    body: EventDraft,
    addsToBacklog: true,
    bodyLimit: eventBytesLimit,
    response: PublishedEvent,
    status: 202,
  }),
  publishBatch: endpoint({
    method: "POST",
    path: "/v1/events/batch",
    summary: "Publish a batch of events",
    description:
      "Stores up to 1,000 events, all or none. The data of each has at most 256 KiB, and the batch at most 100,000 members, objects and lists. A member with an idempotencyKey that was used before is not stored again; its first response is returned.",
    errors: [40002],
    access: "events:write",
    body: EventBatchDraft,
    addsToBacklog: true,
    bodyLimit: 8 * 1024 * 1024,
    dbTimeoutMs: 25_000,
    response: PublishedBatch,
    load: "batch",
    status: 202,
  }),
  list: endpoint({
    method: "GET",
    path: "/v1/events",
    summary: "List events",
    description: "Returns published events, newest first, without tests.",
    access: "deliveries:read",
    query: EventFilter,
    response: EventPage,
    load: "log",
    status: 200,
  }),
  read: endpoint({
    method: "GET",
    path: "/v1/events/{id}",
    summary: "Read an event",
    description: `Returns one event with its data and its deliveries. If it has more than ${listed}, the list has the oldest ${listed}, and deliveriesOmitted is the number of the others.`,
    access: "deliveries:read",
    params: ById,
    response: Event,
    status: 200,
  }),
  types: endpoint({
    method: "GET",
    path: "/v1/event-types",
    summary: "List event types",
    description:
      "Returns every event name with a description, a JSON Schema of its data, and a sample.",
    access: "any",
    response: EventTypeList,
    status: 200,
  }),
  activity: endpoint({
    method: "GET",
    path: "/v1/event-types/activity",
    summary: "Read event activity",
    description:
      "Returns, for every event name, how often it was published in the last 24 hours and how many webhooks listen.",
    access: "deliveries:read",
    query: ActivityFilter,
    response: EventActivity,
    load: "log",
    status: 200,
  }),
  test: endpoint({
    method: "POST",
    path: "/v1/webhooks/{id}/test",
    summary: "Send a test event",
    description:
      "Sends one test event to one webhook: one attempt, no retries, also while the webhook is paused. Without data the sample of the event is sent.",
    access: "webhooks:write",
    params: ById,
    body: TestDraft,
    bodyLimit: eventBytesLimit,
    response: TestDelivery,
    status: 202,
  }),
};
