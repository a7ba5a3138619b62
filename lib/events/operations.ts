import { and, desc, eq, getTableColumns, gte, lt, or, sql } from "drizzle-orm";
import * as z from "zod";
import { type EventName, eventNames, exampleEvent } from "@/db/enums";
import { eventTypes } from "@/db/event-types";
import { deliveries } from "@/db/schema/deliveries";
import { events } from "@/db/schema/events";
import { fanOuts } from "@/db/schema/fan-outs";
import { webhooks } from "@/db/schema/webhooks";
import { accountFor, accountsFor } from "@/lib/accounts/account-for";
import { audit } from "@/lib/audit/audit";
import { type Context, owned } from "@/lib/context";
import { fingerprintOf } from "@/lib/idempotency/fingerprint";
import { assertFound } from "@/lib/protocol/default-problem";
import { Id } from "@/lib/protocol/ids";
import { memberText } from "@/lib/protocol/json-text";
import { page } from "@/lib/protocol/paging";
import { runInTransaction } from "@/lib/queue/run-in-transaction";
import { after, madeFrom, ownedById, webhookById } from "@/lib/sql";
import { assertTargetsOwned } from "./assert-targets-owned";
import { type EventFilter, listedDeliveries } from "./contract";
import type { EventBatchDraft, EventDraft, TestDraft } from "./drafts";
import { answeredOf, answerOf, enqueueOnce } from "./enqueue-once";
import { oneShotTargets } from "./one-shots";
import { assertPayloadSizes } from "./payload-sizes";
import { payloads } from "./payloads";

/** Publishes an event. `data` is the raw text of the member, which is delivered unchanged. */
export async function publishEvent(ctx: Context, draft: EventDraft, data: string) {
  const accountId = await accountFor(ctx, draft.accountId, "accountId");
  const asked = { drafts: [draft], accountOf: () => accountId, path: () => "" };
  await assertTargetsOwned(ctx, asked);
  const targetOf = await oneShotTargets(ctx, asked);
  const stored = await ctx.queue.enqueue([newEventOf(draft, accountId, data, targetOf(draft))]);
  return answerOf(assertFound(stored));
}

/** Publishes a batch, all or none. Members whose `idempotencyKey` was used before are not stored again. */
export async function publishBatch(
  ctx: Context,
  { events: drafts }: EventBatchDraft,
  texts: string[],
) {
  const payloadTexts = texts.map((text) => memberText(text, "data"));
  assertPayloadSizes(payloadTexts);
  const accountOf = await accountsFor(ctx, drafts);
  const asked = { drafts, accountOf, path: (n: number) => `events.${n}.` };
  const keyed = drafts.flatMap(({ idempotencyKey: key }, n) => {
    const path = `events.${n}.idempotencyKey`;
    return key === undefined ? [] : [{ key, fingerprint: fingerprintOf(texts[n] ?? ""), path, n }];
  });
  // The webhook of a member that is repeated may have been deleted since.
  const answered = await answeredOf(
    ctx,
    keyed.filter(({ n }) => drafts[n]?.webhookId),
  );
  await assertTargetsOwned(ctx, { ...asked, isChecked: (n) => !answered.has(n) });
  const targetOf = await oneShotTargets(ctx, asked);
  const newEvents = drafts.map((draft, n) =>
    newEventOf(draft, accountOf(draft), payloadTexts[n] ?? "", targetOf(draft)),
  );
  if (keyed.length > 0) return { events: await enqueueOnce(ctx, newEvents, keyed) };
  return { events: (await ctx.queue.enqueue(newEvents)).map(answerOf) };
}

/** Sends one test event to a webhook. `data` is the raw text of the member, or empty for the sample of the event. */
export async function sendTest(ctx: Context, webhookId: string, draft: TestDraft, data: string) {
  const rows = await ctx.db
    .select({ accountId: webhooks.accountId, events: webhooks.events })
    .from(webhooks)
    .where(webhookById(ctx, webhookId));
  const webhook = assertFound(rows);
  const event = draft?.event ?? webhook.events[0] ?? exampleEvent;
  const payload = draft?.data ?? eventTypes[event].sample;
  const newEvent = {
    accountId: webhook.accountId,
    event,
    data: data || JSON.stringify(payload),
    subject: subjectOf(event, payload),
    testOf: webhookId,
  };
  const stored = await runInTransaction(ctx, async (ctx) => {
    const stored = assertFound(await ctx.queue.enqueue([newEvent]));
    const { accountId } = webhook;
    const entry = { accountId, target: webhookId, webhook: webhookId, after: { event } };
    await audit(ctx, { action: "webhook.tested", ...entry });
    return stored;
  });
  return { id: assertFound(stored.deliveryIds), eventId: stored.id };
}

/** Returns a page of published events, newest first, without tests. */
export async function listEvents(ctx: Context, query: EventFilter) {
  const counted = deliveryCounts(ctx);
  const rows = await ctx.db
    .select({
      id: events.id,
      accountId: events.accountId,
      event: events.name,
      subject: events.subject,
      createdAt: events.createdAt,
      deliveries: sql<number>`${counted.made} + coalesce(${toCreate}, 0)::int`,
      delivered: counted.delivered,
      failed: counted.failed,
    })
    .from(events)
    .crossJoinLateral(counted)
    .where(
      and(
        owned(ctx, events.accountId),
        eq(events.test, false),
        toWhere(query),
        after(query.cursor, events.createdAt, events.id),
      ),
    )
    .orderBy(desc(events.createdAt), desc(events.id))
    .limit(query.limit + 1);
  const { items, nextCursor } = page(rows, query.limit);
  return { events: items, nextCursor };
}

/** The deliveries of each event of a list, counted by result. Joined to the event, whose owner they share. */
function deliveryCounts({ db }: Context) {
  const ended = (status: "delivered" | "failed") =>
    sql<number>`count(*) filter (where ${deliveries.status} = ${status})::int`.as(status);
  return db
    .select({
      made: sql<number>`count(*)::int`.as("made"),
      delivered: ended("delivered"),
      failed: ended("failed"),
    })
    .from(deliveries)
    .where(eq(deliveries.eventId, events.id))
    .as("counted");
}

/** Deliveries that the fan-out of an event has not created yet. */
const toCreate = sql<number | null>`(
  select f.size - f.done from ${fanOuts} f where f.event_id = ${events.id} and f.account_id = ${events.accountId})`;

function toWhere({ event, account, since, from = since, to, q }: EventFilter) {
  return and(
    event && eq(events.name, event),
    account ? eq(events.accountId, account) : undefined,
    from && and(gte(events.createdAt, from), madeFrom(events.id, from)),
    to && lt(events.createdAt, to),
    q ? matchesId(q) : undefined,
  );
}

/** Condition of events with an id: their own, or that of their subject. */
function matchesId(q: string) {
  const bySubject = eq(events.subject, q);
  return Id.safeParse(q).success ? or(bySubject, eq(events.id, q)) : bySubject;
}

/**
 * `dataText` is the text of `data` as published: parsing it changes numbers that JavaScript cannot represent.
 * @throws Problem 40400
 */
export async function readEvent(ctx: Context, id: string) {
  const [rows, sent] = await Promise.all([
    ctx.db
      .select({ ...getTableColumns(events), fanOutRemaining: toCreate })
      .from(events)
      .where(ownedById(ctx, events, id)),
    deliveriesOf(ctx, id),
  ]);
  const { name, data, ...event } = assertFound(rows);
  return { ...event, event: name, data: JSON.parse(data), dataText: data, ...sent };
}

async function deliveriesOf(ctx: Context, eventId: string) {
  const ofEvent = and(eq(deliveries.eventId, eventId), owned(ctx, deliveries.accountId));
  const rows = await ctx.db
    .select()
    .from(deliveries)
    .where(ofEvent)
    // As a text, which has no index: for a limit, the planner could read all deliveries by id until it has found enough.
    .orderBy(sql`${deliveries.id}::text collate "C"`)
    .limit(listedDeliveries + 1);
  const listed = rows.slice(0, listedDeliveries).map(toEventDelivery);
  const isCut = rows.length > listed.length;
  const omitted = isCut ? (await ctx.db.$count(deliveries, ofEvent)) - listed.length : null;
  return { deliveries: listed, deliveriesOmitted: omitted };
}

function toEventDelivery({ webhookId, ...sent }: typeof deliveries.$inferSelect) {
  return { ...sent, webhookId: sent.oneShot ? null : webhookId };
}

export async function listEventTypes() {
  return { eventTypes: eventNames.map(describeEventType) };
}

function describeEventType(name: EventName) {
  // A copy has no schema id, so it is written out and not referenced.
  const data = z.looseObject(payloads[name].shape);
  const { $schema: _, ...schema } = z.toJSONSchema(data, { io: "input" });
  const { description, sample } = eventTypes[name];
  return { name, description, sample, schema };
}

function newEventOf(
  { event, data: known, webhookId }: EventDraft,
  accountId: string,
  data: string,
  oneShot: string | undefined,
) {
  return {
    accountId,
    event,
    data,
    subject: subjectOf(event, known),
    ...(webhookId && { onlyTo: webhookId }),
    ...(oneShot && { oneShot }),
  };
}

/**
 * Returns the id by which an event is found, without NUL and lone surrogates, which Postgres cannot store; the payload
 * keeps them. Members outside the event's schema have no limit of length and are not searched.
 */
function subjectOf(event: EventName, data: Record<string, unknown>): string {
  const id = data[eventTypes[event].data.subject];
  return Buffer.from(String(id).replaceAll("\0", "")).toString();
}
