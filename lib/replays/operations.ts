import { and, desc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { advisoryLocks } from "@/db/locks";
import { deliveries } from "@/db/schema/deliveries";
import { replays } from "@/db/schema/replays";
import { audit } from "@/lib/audit/audit";
import { type Context, owned } from "@/lib/context";
import { conditionsOf } from "@/lib/deliveries/parts";
import { searchFilter } from "@/lib/deliveries/search-filter";
import { digestOf } from "@/lib/idempotency/fingerprint";
import { assertFound } from "@/lib/protocol/default-problem";
import type { Parsed } from "@/lib/protocol/endpoint";
import { page } from "@/lib/protocol/paging";
import { Problem } from "@/lib/protocol/problem";
import { after, ownedById } from "@/lib/sql";
import { advance } from "./advance";
import { accountOf, isNoTest, notEndedAfter, readChoice, writeChoice } from "./choice";
import { type ReplayDraft, type replaysApi, runningReplayLimit } from "./contract";
import { heldOf } from "./held";

type Row = typeof replays.$inferSelect;
type Asked = Pick<ReplayDraft, "filter" | "ids" | "asOf">;
type Shown = ReturnType<typeof toReplay>;

/** Starts a replay. When the same replay is already running, returns that one. */
export async function createReplay(ctx: Context, draft: ReplayDraft): Promise<Shown> {
  const { filter, ids, asOf, ratePerSecond, dryRun } = draft;
  const which = writeChoice({ filter, ids });
  const values = {
    accountId: ctx.accountId,
    choice: writeChoice({ filter, ids, asOf }),
    ratePerSecond,
    fingerprint: digestOf(JSON.stringify([ctx.accountId, ratePerSecond, which])),
  };
  if (dryRun) return toReplay(assertFound(await count(ctx, values, draft)));

  const made = await begin(ctx, values, draft);
  if (!made) {
    const [same] = await running(ctx, values.fingerprint);
    // The running replay may have ended meanwhile; then a new one can start.
    return same ? toReplay(same) : createReplay(ctx, draft);
  }
  await advance(ctx.db, made.id);
  return readReplay(ctx, made.id);
}

export async function listReplays(ctx: Context, query: Parsed<typeof replaysApi.list>["query"]) {
  const rows = await ctx.db
    .select()
    .from(replays)
    .where(
      and(
        owned(ctx, replays.accountId),
        eq(replays.dryRun, false),
        after(query.cursor, replays.createdAt, replays.id),
      ),
    )
    .orderBy(desc(replays.createdAt), desc(replays.id))
    .limit(query.limit + 1);
  const { items, nextCursor } = page(rows, query.limit);
  return { replays: items.map(toReplay), nextCursor };
}

export async function readReplay(ctx: Context, id: string) {
  const row = assertFound(
    await ctx.db
      .select()
      .from(replays)
      .where(ownedById(ctx, replays, id)),
  );
  return { ...toReplay(row), held: row.finishedAt ? null : await heldOf(ctx, id) };
}

/** Cancels a replay. Nothing more is queued. The worker removes the deliveries that wait. */
export async function cancelReplay(ctx: Context, id: string) {
  const { status } = await readReplay(ctx, id);
  await ctx.db.transaction(async (tx) => {
    const [cancelled] = await tx
      .update(replays)
      .set({ status: "cancelled" })
      .where(and(ownedById(ctx, replays, id), eq(replays.status, "running")))
      .returning();
    if (!cancelled) {
      const ended = status === "running" ? "completed" : status;
      throw new Problem(40900, `The replay is ${ended}; there is nothing to cancel.`);
    }
    await audit(
      { ...ctx, db: tx },
      { action: "replay.cancelled", accountId: accountOf(cancelled), target: id },
    );
  });
  await advance(ctx.db, id);
  return readReplay(ctx, id);
}

/**
 * Inserts a replay. Returns undefined when the same replay is already running.
 * @throws Problem 40901 when the account has too many running replays
 */
function begin(ctx: Context, values: typeof replays.$inferInsert, { filter, ids }: Asked) {
  return ctx.db.transaction(async (tx) => {
    // Locks the account, so that the count stays right until the row is inserted.
    await tx.execute(
      sql`select pg_advisory_xact_lock(${advisoryLocks.replays}, hashtext(${ctx.accountId ?? ""}))`,
    );
    const [made] = await tx.insert(replays).values(values).onConflictDoNothing().returning();
    if (!made) return undefined;
    await assertBelowLimit(tx, ctx.accountId);
    const after = {
      ...filter,
      ...(ids && { deliveries: new Set(ids).size }),
      ratePerSecond: values.ratePerSecond,
    };
    await audit(
      { ...ctx, db: tx },
      { action: "replay.created", accountId: accountOf(made), target: made.id, after },
    );
    return made;
  });
}

/** Checks the number of running replays, the new one included. Replays over all accounts share one limit. */
async function assertBelowLimit(tx: Queries, accountId: string | null): Promise<void> {
  const { status, accountId: owner } = replays;
  const theirs = accountId === null ? isNull(owner) : eq(owner, accountId);
  const started = await tx.$count(replays, and(theirs, eq(status, "running")));
  if (started <= runningReplayLimit) return;
  throw new Problem(
    40901,
    `${runningReplayLimit} replays are running, which is the limit of an account. Wait until one has ended, or stop one with POST /v1/replays/{id}/cancel.`,
  );
}

/**
 * Stores a replay that ends once it has counted its deliveries (dry run). One statement, so that its time is the time of
 * its count.
 */
async function count(
  ctx: Context,
  values: typeof replays.$inferInsert,
  { filter, ids, asOf }: Asked,
) {
  const which = ids ? inArray(deliveries.id, ids) : undefined;
  const now = sql`now()`;
  // As `collect` does: the clock of a caller may be ahead, and ids are sent whenever they ended.
  const until = asOf && !ids ? sql`least(${asOf.toISOString()}::timestamptz, now())` : now;
  const fits = and(
    await searchFilter(ctx, filter ?? {}, asOf),
    which,
    lte(deliveries.createdAt, until),
    notEndedAfter(until),
    isNoTest(),
  );
  const counts = conditionsOf(filter ?? {}, fits).map(
    (one) => sql`${ctx.db.$count(deliveries, one)}`,
  );
  return ctx.db
    .insert(replays)
    .values({
      ...values,
      total: sql.join(counts, sql` + `),
      dryRun: true,
      collected: true,
      status: "completed",
      finishedAt: now,
    })
    .returning();
}

function running(ctx: Context, fingerprint: string) {
  return ctx.db
    .select()
    .from(replays)
    .where(
      and(
        owned(ctx, replays.accountId),
        eq(replays.fingerprint, fingerprint),
        eq(replays.status, "running"),
      ),
    );
}

function toReplay(replay: Row) {
  const { choice, ...row } = replay;
  const done = row.delivered + row.failed + row.skipped + row.cancelled;
  return { ...row, ...readChoice(choice), accountId: accountOf(replay), done };
}
