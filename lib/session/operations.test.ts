import { expect, test } from "vitest";
import type { Queries } from "@/db/client";
import { userPasswords, users } from "@/db/schema/accounts";
import type { Context } from "@/lib/context";
import { transactionalEventQueue } from "@/lib/queue/transactional-enqueue";
import { updateUser } from "@/lib/users/operations";
import { hashPassword } from "@/lib/users/password";
import { freshDatabase } from "@/tests/database";
import { changePassword, signIn } from "./operations";
import { hashToken } from "./token";

const { db, sql } = await freshDatabase();
const [email, password, newPassword] = ["a@example.com", "correct horse", "another long password"];

/** Returns a database that does some work before each transaction begins. */
function beforeTransactions(first: () => Promise<unknown>): Queries {
  const transaction: Queries["transaction"] = async (work, config) => {
    await first();
    return db.transaction(work, config);
  };
  return Object.create(db, { transaction: { value: transaction } });
}

function contextOf(db: Queries): Context {
  const queue = transactionalEventQueue(db);
  const actor = { kind: "anonymous" as const };
  return { db, queue, accountId: null, actor, scopes: [], requestId: "test" };
}

test("no session begins with a password that is changed while it is checked", async () => {
  const [user] = await db.insert(users).values({ email, role: "viewer" }).returning();
  const userId = user!.id;
  await db.insert(userPasswords).values({ userId, passwordHash: await hashPassword(password) });
  const ctx = contextOf(db);
  const actor = { kind: "user" as const, userId, email, role: "viewer" as const, sessionHash: "" };
  const change = () =>
    changePassword({ ...ctx, actor }, { currentPassword: password, newPassword });

  const racing = { ...ctx, db: beforeTransactions(change) };
  await expect(signIn(racing, { email, password })).rejects.toMatchObject({ code: 40100 });
  const sessions = await sql`select from sessions`;
  expect(sessions).toHaveLength(1);
  expect((await signIn(ctx, { email, password: newPassword })).user.id).toBe(userId);
});

test("a password that is reset while the old one is checked is not changed again", async () => {
  const address = "b@example.com";
  const [user] = await db.insert(users).values({ email: address, role: "viewer" }).returning();
  const userId = user!.id;
  const insert = db.insert(userPasswords);
  await insert.values({ userId, passwordHash: await hashPassword(password) });
  const actor = { kind: "user" as const, userId, email: address, role: "viewer" as const };
  const ctx = { ...contextOf(db), actor: { ...actor, sessionHash: "" } };
  const reset = () => updateUser(contextOf(db), userId, { password: newPassword });

  const racing = { ...ctx, db: beforeTransactions(reset) };
  const change = { currentPassword: password, newPassword: "a third password" };
  await expect(changePassword(racing, change)).rejects.toMatchObject({
    code: 40000,
    issues: [{ path: "currentPassword" }],
  });
  expect(await sql`select from sessions where user_id = ${userId}`).toHaveLength(0);
  const draft = { email: address, password: newPassword };
  expect((await signIn(contextOf(db), draft)).user.id).toBe(userId);
});

/** Creates a user who can sign in. */
async function person(address: string) {
  const [user] = await db.insert(users).values({ email: address, role: "viewer" }).returning();
  const userId = user!.id;
  await db.insert(userPasswords).values({ userId, passwordHash: await hashPassword(password) });
  return { userId, draft: { email: address, password } };
}

test("a user has at most 100 sessions: the next sign-in ends the one that was not used for longest", async () => {
  const [one, other] = [await person("c@example.com"), await person("d@example.com")];
  await sql`
    insert into sessions (token_hash, user_id, last_seen_at, expires_at)
    select u || ' ' || n, u, now() - n * interval '1 minute', now() + interval '1 day'
    from unnest(${[one.userId, other.userId]}::uuid[]) as u, generate_series(1, 100) as n`;
  const { token } = await signIn(contextOf(db), one.draft);
  const open = await sql`select token_hash from sessions where user_id = ${one.userId}`;
  const hashes = open.map(({ tokenHash }) => tokenHash);
  expect(hashes).toHaveLength(100);
  expect(hashes).toContain(hashToken(token));
  expect(hashes).toContain(`${one.userId} 99`);
  expect(await sql`select from sessions where user_id = ${other.userId}`).toHaveLength(100);
});

test("sign-ins of one user are limited, and those above the limit count as failures", async () => {
  const [one, other] = [await person("e@example.com"), await person("f@example.com")];
  await sql`
    insert into sign_in_failures (subject, failures, since) values (${`user ${one.userId}`}, 299, now())`;
  const ctx = contextOf(db);
  await signIn(ctx, one.draft);
  const refusal = { code: 42900, message: expect.stringContaining("Too many sign-ins") };
  for (let n = 0; n < 10; n++) await expect(signIn(ctx, one.draft)).rejects.toMatchObject(refusal);
  const unchecked = { code: 42900, message: expect.stringContaining("Too many failed sign-ins") };
  await expect(signIn(ctx, one.draft)).rejects.toMatchObject(unchecked);
  expect(await sql`select from sessions where user_id = ${one.userId}`).toHaveLength(1);
  await signIn(ctx, other.draft);
});
