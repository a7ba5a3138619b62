import { and, eq, gt, sql } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { events } from "@/db/schema/events";
import { accountLimits, publishingUsage } from "@/db/schema/limits";
import { assertSeesAll } from "@/lib/accounts/account-for";
import { audit } from "@/lib/audit/audit";
import { changed } from "@/lib/audit/changed-values";
import { forgetAccess } from "@/lib/changes/access";
import type { Context } from "@/lib/context";
import { assertFound } from "@/lib/protocol/default-problem";
import { countDueOf } from "@/lib/queue/backlog";
import { countHeld } from "@/lib/queue/held";
import { accountById, madeFrom } from "@/lib/sql";
import type { AccountLimitsPatch } from "./contract";
import { backlogLimits, defaultLimits } from "./limits";

const rateSeconds = 10;

export async function readAccountLimits(ctx: Context, id: string) {
  const { used, isToday, now, dayEndsAt, ...own } = await readRow(ctx, id);
  const defaults = { ...defaultLimits(), backlog: backlogLimits().perAccount };
  const from = new Date(now.getTime() - rateSeconds * 1000);
  const backlog = own.backlog ?? defaults.backlog;
  const [recent, waiting, held] = await Promise.all([
    ctx.db.$count(
      events,
      and(
        eq(events.accountId, id),
        eq(events.test, false),
        gt(events.createdAt, from),
        madeFrom(events.id, from),
      ),
    ),
    countDueOf(ctx.db, id, backlog),
    countHeld(ctx.db, defaults.backlog, id),
  ]);
  return {
    eventsPerSecond: own.eventsPerSecond ?? defaults.eventsPerSecond,
    burst: own.burst ?? defaults.burst,
    eventsPerDay: own.eventsPerDay ?? defaults.eventsPerDay,
    backlog,
    defaults,
    usage: {
      eventsToday: isToday ? (used ?? 0) : 0,
      eventsPerSecond: recent / rateSeconds,
      dayEndsAt,
      backlog: waiting,
      held: held.get(id)?.held ?? 0,
    },
  };
}

/** Changes the given limits; null restores the default of the installation. */
export async function updateAccountLimits(ctx: Context, id: string, patch: AccountLimitsPatch) {
  const change = await ctx.db.transaction(async (tx) => {
    const within = { ...ctx, db: tx };
    // One change at a time, so that the audit log has the values that each of them found.
    await tx.select().from(accounts).where(accountById(ctx, id)).for("no key update");
    const { eventsPerSecond, burst, eventsPerDay, backlog } = await readRow(within, id);
    assertSeesAll(ctx);
    const change = changed({ eventsPerSecond, burst, eventsPerDay, backlog }, patch);
    if (!change) return null;
    await tx
      .insert(accountLimits)
      .values({ accountId: id, ...patch })
      .onConflictDoUpdate({ target: accountLimits.accountId, set: patch });
    const entry = { action: "account.limits_changed", accountId: id, target: id } as const;
    await audit(within, { ...entry, ...change });
    return change;
  });
  if (change) forgetAccess("limits", id);
  return readAccountLimits(ctx, id);
}

const today = sql`(now() at time zone 'UTC')::date`;

async function readRow(ctx: Context, id: string) {
  const rows = await ctx.db
    .select({
      eventsPerSecond: accountLimits.eventsPerSecond,
      burst: accountLimits.burst,
      eventsPerDay: accountLimits.eventsPerDay,
      backlog: accountLimits.backlog,
      used: publishingUsage.used,
      isToday: sql<boolean>`${publishingUsage.day} = ${today}`,
      now: sql`now()`.mapWith(events.createdAt),
      dayEndsAt: sql`(${today} + 1)::timestamp at time zone 'UTC'`.mapWith(events.createdAt),
    })
    .from(accounts)
    .leftJoin(accountLimits, eq(accountLimits.accountId, accounts.id))
    .leftJoin(publishingUsage, eq(publishingUsage.accountId, accounts.id))
    .where(accountById(ctx, id));
  return assertFound(rows);
}
