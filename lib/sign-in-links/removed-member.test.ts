import { expect, test } from "vitest";
import type { Database } from "@/db/client";
import { accounts, users } from "@/db/schema/accounts";
import { removeUser } from "@/lib/users/operations";
import { machineContext } from "@/tests/context";
import { countWaiting, freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { createSignInLink, signInByLink } from "./operations";

const email = "member@example.com";

async function withMember() {
  const { db, sql } = await freshDatabase();
  const ctx = machineContext(db);
  const [account] = await db.insert(accounts).values({ name: "Customer" }).returning();
  const accountId = account!.id;
  const { userId, link } = await createSignInLink(ctx, accountId, { email });
  const token = link.split("#")[1]!;
  const waits = () => eventually(async () => expect(await countWaiting(sql)).toBe(1));
  return { db, sql, ctx, accountId, userId, token, waits };
}

/** Removes a user while `begin` starts work that waits for the user's row. As in every removal, the row is locked first. */
async function removing(db: Database, userId: string, begin: () => Promise<void>) {
  await db.transaction(async (tx) => {
    await tx.select().from(users).for("update");
    await begin();
    await removeUser({ ...machineContext(db), db: tx }, userId);
  });
}

test("a sign-in link that is used while its member is removed is not valid", async () => {
  const { db, sql, ctx, userId, token, waits } = await withMember();
  let using: Promise<unknown> | undefined;
  await removing(db, userId, async () => {
    using = expect(signInByLink(ctx, { token })).rejects.toMatchObject({ code: 40400 });
    await waits();
  });
  await using;
  expect(await sql`select from sessions`).toHaveLength(0);
});

test("a sign-in link that is created while its member is removed makes a new member", async () => {
  const { db, ctx, accountId, userId, waits } = await withMember();
  let creating: ReturnType<typeof createSignInLink> | undefined;
  await removing(db, userId, async () => {
    creating = createSignInLink(ctx, accountId, { email });
    await waits();
  });
  const made = await creating;
  expect(made?.userId).not.toBe(userId);
  expect(await db.select().from(users)).toMatchObject([{ id: made?.userId, email }]);
});
