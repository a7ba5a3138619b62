import { and, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { type EventName, eventNames } from "@/db/enums";
import { deliveries } from "@/db/schema/deliveries";
import { events } from "@/db/schema/events";
import { webhooks } from "@/db/schema/webhooks";
import { accountFor } from "@/lib/account-for";
import { after } from "@/lib/after";
import { type Context, owned } from "@/lib/context";
import type { Parsed } from "@/lib/protocol/endpoint";
import { page } from "@/lib/protocol/paging";
import { found } from "@/lib/protocol/problem";
import type { Told } from "@/lib/queue/enqueue";
import type { EventDraft, eventsApi, TestDraft } from "./contract";
import { payloads } from "./payloads";
import { eventTypes } from "./samples";

/** `data` is the member's own text, which travels on as it is. */
export async function publishEvent(
  ctx: Context,
  draft: EventDraft,
  data = JSON.stringify(draft.data),
) {
  const accountId = await accountFor(ctx, draft.accountId, "accountId");
  const { event } = draft;
  const subject = subjectOf(draft.data);
  const told = await ctx.queue.enqueue([{ accountId, event, data, subject }]);
  return answerOf(found(told));
}

export async function sendTest(
  ctx: Context,
  webhookId: string,
  draft: TestDraft,
  data: string | undefined,
) {
  const rows = await ctx.db
    .select({ accountId: webhooks.accountId, events: webhooks.events })
    .from(webhooks)
    .where(and(eq(webhooks.id, webhookId), owned(ctx, webhooks.accountId)));
  const webhook = found(rows);
  const event = draft?.event ?? webhook.events[0] ?? eventNames[0];
  const payload = draft?.data ?? eventTypes[event].sample;
  const told = await ctx.queue.enqueue([
    {
      accountId: webhook.accountId,
      event,
      data: data ?? JSON.stringify(payload),
      subject: subjectOf(payload),
      testOf: webhookId,
    },
  ]);
  const { id: eventId, deliveryIds } = found(told);
  return { id: found(deliveryIds), eventId };
}

export async function listEvents(ctx: Context, query: Parsed<typeof eventsApi.list>["query"]) {
  const rows = await ctx.db
    .select({
      id: events.id,
      accountId: events.accountId,
      event: events.name,
      subject: events.subject,
      createdAt: events.createdAt,
      deliveries: ctx.db.$count(deliveries, eq(deliveries.eventId, events.id)),
    })
    .from(events)
    .where(
      and(
        owned(ctx, events.accountId),
        eq(events.test, false),
        query.event && eq(events.name, query.event),
        after(query.cursor, events.createdAt, events.id),
      ),
    )
    .orderBy(desc(events.createdAt), desc(events.id))
    .limit(query.limit + 1);
  const { items, nextCursor } = page(rows, query.limit);
  return { events: items, nextCursor };
}

export async function readEvent(ctx: Context, id: string) {
  const [rows, sent] = await Promise.all([
    ctx.db
      .select()
      .from(events)
      .where(and(eq(events.id, id), owned(ctx, events.accountId))),
    ctx.db
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.eventId, id), owned(ctx, deliveries.accountId)))
      .orderBy(deliveries.id),
  ]);
  const { name, data, ...event } = found(rows);
  return { ...event, event: name, data: JSON.parse(data), deliveries: sent };
}

export async function listEventTypes() {
  return { eventTypes: eventNames.map(described) };
}

function described(name: EventName) {
  const { $schema: _, ...schema } = z.toJSONSchema(payloads[name], { io: "input" });
  return { name, ...eventTypes[name], schema };
}

function answerOf({ deliveryIds, ...told }: Told) {
  return { ...told, deliveries: deliveryIds.length };
}

/** Without NUL, which Postgres cannot keep; the payload itself travels on with it. */
function subjectOf(data: Record<string, unknown>): string {
  return String(data.videoId ?? data.avatarId ?? "").replaceAll("\0", "");
}
