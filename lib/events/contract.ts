import { z } from "zod";
import { deliveryStatuses, eventNames } from "@/db/enums";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById, Id } from "@/lib/protocol/ids";
import { PageQuery } from "@/lib/protocol/paging";
import { refuseOddTimes } from "@/lib/protocol/times";
import { MaskedUrl, present, SearchText, Timestamp } from "@/lib/protocol/wire";
import { EventBatchDraft, EventDraft, TestDraft } from "./drafts";

export const PublishedEvent = z
  .object({ id: Id, event: z.enum(eventNames), createdAt: Timestamp, deliveries: z.int() })
  .meta({ id: "PublishedEvent" });

const EventSummary = z
  .object({
    id: Id,
    accountId: Id,
    event: z.enum(eventNames),
    subject: z.string().describe("The videoId or avatarId"),
    createdAt: Timestamp,
    deliveries: z.int(),
    delivered: z.int().describe("How many of its deliveries arrived"),
    failed: z.int().describe("How many of them were given up"),
  })
  .meta({ id: "EventSummary" });

export const Event = z
  .object({
    id: Id,
    accountId: Id,
    event: z.enum(eventNames),
    data: z.record(z.string(), z.unknown()),
    createdAt: Timestamp,
    deliveries: z.array(
      z.object({
        id: Id,
        webhookId: present(Id).describe("Left out of the one to the event's own callbackUrl"),
        callbackUrl: MaskedUrl,
        status: z.enum(deliveryStatuses),
        attempts: z.int(),
      }),
    ),
  })
  .meta({ id: "Event" });

const EventType = z
  .object({
    name: z.enum(eventNames),
    description: z.string(),
    schema: z.record(z.string(), z.unknown()).describe("JSON Schema of `data`"),
    sample: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "EventType" });

export const EventFilter = z
  .strictObject({
    event: z.enum(eventNames).optional(),
    since: Timestamp.optional().describe("The same as from"),
    from: Timestamp.optional().describe("Published at that time or later"),
    to: Timestamp.optional().describe("Published before that time"),
    q: SearchText.optional().describe("An id of an event, video or avatar"),
    ...PageQuery,
  })
  .check(refuseOddTimes);
export type EventFilter = z.output<typeof EventFilter>;

export const eventsApi = {
  publish: endpoint({
    method: "POST",
    path: "/v1/events",
    summary: "Publish an event to every webhook that listens to it, or to one",
    access: "events:write",
    body: EventDraft,
    addsToBacklog: true,
    bodyLimit: 256 * 1024,
    response: PublishedEvent,
    status: 202,
  }),
  publishBatch: endpoint({
    method: "POST",
    path: "/v1/events/batch",
    summary: "Publish up to 1,000 events, all or none",
    access: "events:write",
    body: EventBatchDraft,
    addsToBacklog: true,
    bodyLimit: 8 * 1024 * 1024,
    patienceMs: 25_000,
    response: z.object({ events: z.array(PublishedEvent) }),
    status: 202,
  }),
  list: endpoint({
    method: "GET",
    path: "/v1/events",
    summary: "Published events, newest first",
    access: "deliveries:read",
    query: EventFilter,
    response: z.object({ events: z.array(EventSummary), nextCursor: z.string().optional() }),
    status: 200,
  }),
  read: endpoint({
    method: "GET",
    path: "/v1/events/{id}",
    summary: "One event with its deliveries",
    access: "deliveries:read",
    params: ById,
    response: Event,
    status: 200,
  }),
  types: endpoint({
    method: "GET",
    path: "/v1/event-types",
    summary: "The four event names with their schemas and samples",
    access: "any",
    response: z.object({ eventTypes: z.array(EventType) }),
    status: 200,
  }),
  activity: endpoint({
    method: "GET",
    path: "/v1/event-types/activity",
    summary:
      "How often each event was published in the last 24 hours, and how many webhooks listen",
    access: "deliveries:read",
    response: z.object({
      since: Timestamp,
      eventTypes: z.array(
        z.object({
          name: z.enum(eventNames),
          published: z.int().describe("Since then, tests not counted"),
          subscribers: z.int().describe("Webhooks that listen to it now"),
        }),
      ),
    }),
    status: 200,
  }),
  test: endpoint({
    method: "POST",
    path: "/v1/webhooks/{id}/test",
    summary: "Send one test event to one webhook, also while it is paused",
    access: "webhooks:write",
    params: ById,
    body: TestDraft,
    bodyLimit: 256 * 1024,
    response: z.object({ id: Id, eventId: Id }).describe("The delivery and its event"),
    status: 202,
  }),
};
