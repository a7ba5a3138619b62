import { and, desc, eq, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { deliveries } from "@/db/schema/deliveries";
import { events } from "@/db/schema/events";
import { addresses } from "@/db/schema/webhooks";
import { type Context, narrowedTo, owned } from "@/lib/context";
import { Id } from "@/lib/protocol/ids";
import { anyOf } from "@/lib/sql";
import type { DeliveryChoice } from "./filter";
import { toWhere } from "./to-where";

/** Events of one video that a search covers, the newest and all that were published in the same millisecond as the last of them. */
const eventLimit = 1000;

type Reader = Pick<Context, "db" | "accountId">;

/**
 * Returns the SQL condition of a filter, including its search text. The text means the same for each page of a list and for a
 * replay and its dry run, because events published after `until`, the time of the last page or of the dry run, do not decide
 * what it means.
 */
export async function searchFilter(
  reader: Reader,
  choice: DeliveryChoice,
  until?: Date,
): Promise<SQL | undefined> {
  // Events of other accounts must not decide whether the text is taken as a subject, an id or a part of a URL.
  const searched = narrowedTo(reader, choice.account);
  return and(
    toWhere(reader, choice),
    choice.q ? await matchesText(searched, choice.q, until) : undefined,
  );
}

/**
 * Returns the condition of a search text: deliveries with exactly this subject, delivery id, event id or webhook id,
 * else those with the text in their URL. In this order, because an id is an index look-up and a part of a URL is not.
 */
async function matchesText(ctx: Reader, q: string, until?: Date): Promise<SQL | undefined> {
  return (await bySubject(ctx, q, until)) ?? (await byId(ctx, q)) ?? (await byUrl(ctx, q));
}

async function bySubject(ctx: Reader, q: string, until?: Date): Promise<SQL | undefined> {
  const newestFirst = ctx.db
    .select({ id: events.id })
    .from(events)
    .where(
      and(
        eq(events.subject, q),
        owned(ctx, events.accountId),
        until && lte(events.createdAt, until),
      ),
    )
    .orderBy(desc(events.createdAt));
  // With ties: a page that had only some events of a time would end below the others, and the next page begins there.
  const matching = await ctx.db.execute<{ id: string }>(
    sql`${newestFirst.getSQL()} fetch first ${eventLimit} rows with ties`,
  );
  const ids = matching.map(({ id }) => id);
  return ids.length > 0 ? inArray(deliveries.eventId, ids) : undefined;
}

async function byId(ctx: Reader, q: string): Promise<SQL | undefined> {
  if (!Id.safeParse(q).success) return undefined;
  const { id, eventId, webhookId } = deliveries;
  // One by one: for the columns in one condition, the planner reads the log or the queue in sequence.
  for (const column of [id, eventId, webhookId]) {
    const isEqual = eq(column, q);
    const [one] = await ctx.db
      .select({ id })
      .from(deliveries)
      .where(and(isEqual, owned(ctx, deliveries.accountId)))
      .limit(1);
    if (one) return isEqual;
  }
  return undefined;
}

/**
 * Matches by URL: deliveries of webhooks that have or had such a URL, and one-shot callbacks. Only those are scanned.
 */
async function byUrl(ctx: Reader, q: string): Promise<SQL | undefined> {
  const known = await ctx.db
    .selectDistinct({ webhookId: addresses.webhookId })
    .from(addresses)
    .where(and(owned(ctx, addresses.accountId), contains(addresses.url, q)));
  const ids = known.map(({ webhookId }) => webhookId);
  const there = ids.length > 0 ? anyOf(deliveries.webhookId, ids) : undefined;
  return and(or(there, eq(deliveries.oneShot, true)), contains(deliveries.callbackUrl, q));
}

/**
 * Matches URLs that contain a text both as stored and as shown (`maskUrl`), so that a search cannot reveal a masked
 * token letter by letter. The first condition is cheap and rules out most.
 */
function contains(url: PgColumn, q: string): SQL {
  return sql`strpos(lower(${url}), lower(${q})) > 0 and strpos(lower(${maskedUrl(url)}), lower(${q})) > 0`;
}

/** Patterns of the parts of a query that are masked, after what stays of them: values, then parameters without a name. */
const maskedParts = ["([?&][^=&]*=)=*[^=&][^&]*", "([?&])[^=&]+=*(?=&|$)"];

/** `maskUrl` as an SQL expression, so that a search matches only text that screens show. */
export function maskedUrl(url: PgColumn | SQL): SQL {
  const query = maskedParts.reduce<SQL>(
    (text, pattern) => sql`regexp_replace(${text}, ${pattern}, ${"\\1•••"}, 'g')`,
    sql`coalesce(substring(${url} from '[?].*$'), '')`,
  );
  return sql`substring(${url} from '^[^?]*') || ${query}`;
}
