import { and, asc, eq, sql } from "drizzle-orm";
import { users } from "@/db/schema/accounts";
import { savedViews } from "@/db/schema/views";
import type { Context } from "@/lib/context";
import { assertFound, defaultProblem } from "@/lib/protocol/default-problem";
import { Problem } from "@/lib/protocol/problem";
import type { SavedViewDraft } from "./contract";

const most = 50;

/** Lists the saved views of a person. An API key has none. */
export async function listViews({ db, actor }: Context) {
  if (actor.kind !== "user") return { views: [] };
  const views = await db
    .select()
    .from(savedViews)
    .where(eq(savedViews.userId, actor.userId))
    .orderBy(asc(sql`lower(${savedViews.name})`));
  return { views };
}

export async function saveView(ctx: Context, { name, query }: SavedViewDraft) {
  const userId = personOf(ctx, "An API key has no saved views. Sign in to save some.");
  return ctx.db.transaction(async (tx) => {
    // Locks the person, so that the count stays right until the row is inserted.
    const locked = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.id, userId))
      .for("no key update");
    // Removed since the session was checked.
    if (locked.length === 0) throw defaultProblem(40100);
    const rows = await tx
      .insert(savedViews)
      .values({ userId, name, query })
      .onConflictDoUpdate({
        target: [savedViews.userId, savedViews.name],
        set: { query },
      })
      .returning();
    const saved = await tx.$count(savedViews, eq(savedViews.userId, userId));
    if (saved > most)
      throw new Problem(
        40901,
        `You have reached the limit of ${most} saved views. Remove one first.`,
      );
    return assertFound(rows);
  });
}

export async function readView(ctx: Context, id: string) {
  const own = eq(savedViews.userId, personOf(ctx));
  return assertFound(
    await ctx.db
      .select()
      .from(savedViews)
      .where(and(own, eq(savedViews.id, id))),
  );
}

export async function removeView(ctx: Context, id: string): Promise<void> {
  const own = eq(savedViews.userId, personOf(ctx));
  assertFound(
    await ctx.db
      .delete(savedViews)
      .where(and(own, eq(savedViews.id, id)))
      .returning(),
  );
}

/**
 * Returns the id of the person.
 * @throws Problem 40400 for an API key
 */
function personOf({ actor }: Context, message?: string): string {
  if (actor.kind === "user") return actor.userId;
  throw message === undefined ? defaultProblem(40400) : new Problem(40400, message);
}
