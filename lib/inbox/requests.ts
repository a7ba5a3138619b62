import { and, desc, eq, lt, sql } from "drizzle-orm";
import { inboxBins, inboxRequests } from "@/db/schema/inbox";
import type { Context } from "@/lib/context";
import { readable } from "@/lib/deliveries/exchange";
import { assertFound, defaultProblem } from "@/lib/protocol/default-problem";
import { ownedById } from "@/lib/sql";

const previewBytes = 300;

const summary = {
  number: inboxRequests.number,
  receivedAt: inboxRequests.receivedAt,
  method: inboxRequests.method,
  size: inboxRequests.size,
  webhookId: inboxRequests.webhookId,
  fault: inboxRequests.fault,
  eventId: inboxRequests.eventId,
  answered: inboxRequests.answered,
};

type Page = { limit: number; cursor?: string | undefined };

export async function listRequests(ctx: Context, binId: string, { limit, cursor }: Page) {
  await assertOwnBin(ctx, binId);
  const rows = await ctx.db
    .select({
      ...summary,
      start: sql<Buffer>`substring(${inboxRequests.body} for ${previewBytes})`.mapWith(
        inboxRequests.body,
      ),
    })
    .from(inboxRequests)
    .where(
      and(
        eq(inboxRequests.binId, binId),
        cursor ? lt(inboxRequests.number, positionOf(cursor)) : undefined,
      ),
    )
    .orderBy(desc(inboxRequests.number))
    .limit(limit + 1);
  const requests = rows.slice(0, limit).map(({ start, ...row }) => ({
    ...row,
    valid: row.fault === null,
    preview: new TextDecoder().decode(start, { stream: true }),
  }));
  const last = requests.at(-1);
  return { requests, nextCursor: rows.length > limit ? String(last?.number) : undefined };
}

export async function readRequest(ctx: Context, binId: string, number: number) {
  await assertOwnBin(ctx, binId);
  const rows = await ctx.db
    .select()
    .from(inboxRequests)
    .where(and(eq(inboxRequests.binId, binId), eq(inboxRequests.number, number)));
  const { headers, body, ...request } = assertFound(rows);
  return {
    ...request,
    valid: request.fault === null,
    headers: JSON.parse(headers) as [string, string][],
    ...readable(body, request.truncated),
  };
}

/** @throws Problem 40003 for a cursor that no page returned */
function positionOf(cursor: string): number {
  if (/^[1-9]\d{0,8}$/.test(cursor)) return Number(cursor);
  throw defaultProblem(40003);
}

async function assertOwnBin(ctx: Context, id: string): Promise<void> {
  const isOwn = ownedById(ctx, inboxBins, id);
  assertFound(await ctx.db.select({ id: inboxBins.id }).from(inboxBins).where(isOwn));
}
