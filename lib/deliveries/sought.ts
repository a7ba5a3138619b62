import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { deliveries } from "@/db/schema/deliveries";
import { events } from "@/db/schema/events";
import { addresses } from "@/db/schema/webhooks";
import { type Context, owned } from "@/lib/context";
import { Id } from "@/lib/protocol/ids";
import { tellingNames } from "@/lib/protocol/mask-url";
import { chosen } from "./chosen";
import type { DeliveryChoice } from "./filter";

/** As many events of one video as are shown. */
const eventLimit = 1000;

type Seeker = Pick<Context, "db" | "accountId">;

/** The deliveries that a choice names, by what somebody looks for as well. */
export async function sought(whose: Seeker, choice: DeliveryChoice): Promise<SQL | undefined> {
  return and(chosen(whose, choice), choice.q ? await meant(whose, choice.q) : undefined);
}

/**
 * What somebody looks for: what bears exactly this id, be it the delivery's, the event's, the webhook's or the
 * video's; when nothing does, what was sent to a URL with this in it. One after the other, because an id is
 * found at once, and a part of a URL is not.
 */
async function meant(ctx: Seeker, q: string): Promise<SQL | undefined> {
  return (await bySubject(ctx, q)) ?? (await byId(ctx, q)) ?? (await byUrl(ctx, q));
}

async function bySubject(ctx: Seeker, q: string): Promise<SQL | undefined> {
  const told = await ctx.db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.subject, q), owned(ctx, events.accountId)))
    .orderBy(desc(events.createdAt))
    .limit(eventLimit);
  const ids = told.map(({ id }) => id);
  return ids.length > 0 ? inArray(deliveries.eventId, ids) : undefined;
}

async function byId(ctx: Seeker, q: string): Promise<SQL | undefined> {
  if (!Id.safeParse(q).success) return undefined;
  const { id, eventId, webhookId } = deliveries;
  const bears = or(eq(id, q), eq(eventId, q), eq(webhookId, q));
  const [one] = await ctx.db
    .select({ id })
    .from(deliveries)
    .where(and(bears, owned(ctx, deliveries.accountId)))
    .limit(1);
  return one && bears;
}

/** Sent by the webhooks that point there, or did, or by a one-shot callback: those are looked through. */
async function byUrl(ctx: Seeker, q: string): Promise<SQL | undefined> {
  const known = await ctx.db
    .selectDistinct({ webhookId: addresses.webhookId })
    .from(addresses)
    .where(and(owned(ctx, addresses.accountId), contains(addresses.url, q)));
  const ids = known.map(({ webhookId }) => webhookId);
  const there = ids.length > 0 ? inArray(deliveries.webhookId, ids) : undefined;
  return and(or(there, eq(deliveries.oneShot, true)), contains(deliveries.callbackUrl, q));
}

/** Only what is shown can be found: who guesses at a token letter by letter finds nothing. */
function contains(url: PgColumn, q: string): SQL {
  const shown = sql`regexp_replace(${url}, ${`([?&]${tellingNames}=)[^&]*`}, '\\1', 'gi')`;
  return sql`strpos(lower(${url}), lower(${q})) > 0 and strpos(lower(${shown}), lower(${q})) > 0`;
}
