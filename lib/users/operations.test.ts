import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { accounts, userPasswords, users } from "@/db/schema/accounts";
import { auditLog } from "@/db/schema/audit";
import type { Context } from "@/lib/context";
import { machineContext } from "@/tests/context";
import { countWaiting, freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { createUser, removeUser, updateUser } from "./operations";

const password = "long enough to pass";

test("of ten administrators removed concurrently, one stays", async () => {
  const { db } = await freshDatabase();
  const ctx = machineContext(db);
  const drafts = Array.from({ length: 10 }, (_, n) => `${n}@example.com`);
  const all = await Promise.all(
    drafts.map((email) => createUser(ctx, { email, role: "admin", password })),
  );
  const gone = await Promise.allSettled(
    all.map(({ id }, n) => (n % 2 ? removeUser(ctx, id) : updateUser(ctx, id, { role: "viewer" }))),
  );
  expect(gone.filter(({ status }) => status === "rejected")).toMatchObject([
    { reason: { code: 40900 } },
  ]);
  expect(await db.$count(users, eq(users.role, "admin"))).toBe(1);
  expect(await db.$count(auditLog)).toBe(10 + 9);
});

test.each([
  ["removal", removeUser],
  ["demotion", (ctx: Context, id: string) => updateUser(ctx, id, { role: "viewer" })],
])("a %s waits for a removal, and then knows who is left", async (_, lose) => {
  const { db, sql } = await freshDatabase();
  const ctx = machineContext(db);
  const [one, other] = await Promise.all(
    ["a@example.com", "b@example.com"].map((email) =>
      createUser(ctx, { email, role: "admin", password }),
    ),
  );
  const refused = await db.transaction(async (tx) => {
    await removeUser({ ...ctx, db: tx }, one!.id);
    const removing = expect(lose(ctx, other!.id)).rejects.toMatchObject({ code: 40900 });
    await eventually(async () => expect(await countWaiting(sql)).toBe(1));
    return { removing };
  });
  await refused.removing;
  expect(await db.select().from(users)).toMatchObject([{ email: "b@example.com", role: "admin" }]);
});

test("the last administrator may have another password or address, and stay one", async () => {
  const { db } = await freshDatabase();
  const ctx = machineContext(db);
  const { id } = await createUser(ctx, { email: "a@example.com", role: "admin", password });
  await updateUser(ctx, id, { email: "b@example.com", password: "another one that is long" });
  expect(await db.select().from(users)).toMatchObject([{ email: "b@example.com", role: "admin" }]);
  expect(await db.$count(userPasswords)).toBe(1);
});

test("an administrator of one account is not the last one of the installation", async () => {
  const { db } = await freshDatabase();
  const ctx = machineContext(db);
  const [account] = await db.insert(accounts).values({ name: "Customer" }).returning();
  const draft = { email: "member@example.com", role: "admin" as const, password };
  const member = await createUser(ctx, { ...draft, accountId: account!.id });
  const { id } = await createUser(ctx, { email: "a@example.com", role: "admin", password });
  await expect(removeUser(ctx, id)).rejects.toMatchObject({ code: 40900 });
  await removeUser(ctx, member.id);
  expect(await db.select().from(users)).toMatchObject([{ id }]);
});

test("before there is an administrator, operators are changed and removed", async () => {
  const { db } = await freshDatabase();
  const ctx = machineContext(db);
  const [one, other] = await Promise.all(
    ["a@example.com", "b@example.com"].map((email) =>
      createUser(ctx, { email, role: "operator", password }),
    ),
  );
  await updateUser(ctx, one!.id, { role: "viewer", password: "another one that is long" });
  await removeUser(ctx, other!.id);
  expect(await db.select().from(users)).toMatchObject([{ email: "a@example.com", role: "viewer" }]);
});

test("of two people who get one address at the same time, one is refused", async () => {
  const { db, sql } = await freshDatabase();
  const ctx = machineContext(db);
  const { id } = await createUser(ctx, { email: "a@example.com", role: "viewer", password });
  const other = await sql.reserve();
  await other`begin`;
  await other`insert into users (id, email, role) values (new_id(), 'New@example.com', 'viewer')`;
  const refused = expect(updateUser(ctx, id, { email: "new@example.com" })).rejects.toMatchObject({
    code: 40900,
    issues: [{ path: "email" }],
  });
  await eventually(async () => expect(await countWaiting(sql)).toBe(1));
  await other`commit`;
  other.release();
  await refused;
});
