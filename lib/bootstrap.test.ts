import { mkdtemp, readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Database } from "@/db/client";
import { accounts, apiKeys, setupTokens, users } from "@/db/schema/accounts";
import { auditLog } from "@/db/schema/audit";
import { transactionalEventQueue } from "@/lib/queue/transactional-enqueue";
import { freshDatabase } from "@/tests/database";
import { hashKey, isWellFormed } from "./api-keys/key";
import { bootstrap } from "./bootstrap";
import type { Context } from "./context";
import { readEnvironment } from "./env";
import { Problem } from "./protocol/problem";
import { setUp } from "./session/operations";
import { hashToken } from "./session/token";

const env = readEnvironment({});
const anonymous = (db: Database): Context => ({
  db,
  queue: transactionalEventQueue(db),
  accountId: null,
  actor: { kind: "anonymous" },
  scopes: [],
  requestId: "test",
});
const draft = { email: "first@example.com", password: "long enough to pass" };

test("concurrent first starts create one account", async () => {
  const { db } = await freshDatabase();
  const tokens = await Promise.all([1, 2, 3, 4].map(() => bootstrap(db, env)));
  expect(await db.$count(accounts)).toBe(1);
  expect(new Set(tokens.map(({ setupToken }) => setupToken)).size).toBe(4);
});

test("a trial keeps a working key in a file that only its owner can read", async () => {
  const { db } = await freshDatabase();
  const apiKeyFile = path.join(await mkdtemp(path.join(tmpdir(), "postback-key-")), "api-key");
  await bootstrap(db, env, { apiKeyFile });
  const key = (await readFile(apiKeyFile, "utf8")).trim();
  expect((await stat(apiKeyFile)).mode & 0o777).toBe(0o600);
  expect(isWellFormed(key)).toBe(true);

  await bootstrap(db, env, { apiKeyFile });
  const rows = await db.select().from(apiKeys);
  expect(rows.map(({ keyHash }) => keyHash)).toEqual([hashKey(key)]);
});

test("a headless installation gets its key and its administrator from the environment", async () => {
  const { db } = await freshDatabase();
  const headless = readEnvironment({
    BOOTSTRAP_API_KEY: "a-key-that-clients-hold-already",
    ADMIN_EMAIL: draft.email,
    ADMIN_PASSWORD: draft.password,
  });
  expect(await bootstrap(db, headless)).toEqual({ setupToken: null });
  await bootstrap(db, headless);
  expect(await db.select({ email: users.email, role: users.role }).from(users)).toEqual([
    { email: draft.email, role: "admin" },
  ]);
  expect(await db.$count(apiKeys)).toBe(1);
  const entries = await db.select().from(auditLog).orderBy(auditLog.action);
  expect(entries.map(({ actorKind, action }) => [actorKind, action])).toEqual([
    ["system", "api_key.issued"],
    ["system", "user.created"],
  ]);
  const entryText = JSON.stringify(entries);
  expect(entryText).toContain(draft.email);
  expect(entryText).not.toContain(draft.password);
  expect(entryText).not.toContain("clients-hold");
});

test("one of twenty concurrent setups creates the administrator", async () => {
  const { db } = await freshDatabase();
  const ctx = anonymous(db);
  const { setupToken: token } = await bootstrap(db, env);
  const all = await Promise.allSettled(
    Array.from({ length: 20 }, () => setUp(ctx, { ...draft, token: token ?? "" })),
  );
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await db.$count(users)).toBe(1);
});

test("members of an account leave the setup open, the first operator ends it", async () => {
  const { db } = await freshDatabase();
  await bootstrap(db, env);
  const [account] = await db.select().from(accounts);
  const member = { email: "member@example.com", role: "admin" as const, accountId: account!.id };
  await db.insert(users).values(member);
  const { setupToken: token } = await bootstrap(db, env);
  const { user } = await setUp(anonymous(db), { ...draft, token: token ?? "" });
  expect([user.role, user.accountId]).toEqual(["admin", null]);
  expect(await bootstrap(db, env)).toEqual({ setupToken: null });
});

test("a wrong or old token creates no administrator and leaves the right one valid", async () => {
  const { db } = await freshDatabase();
  const ctx = anonymous(db);
  const { setupToken: old } = await bootstrap(db, env);
  const { setupToken: token } = await bootstrap(db, env);
  const ofOld = eq(setupTokens.tokenHash, hashToken(old ?? ""));
  await db.update(setupTokens).set({ expiresAt: sql`now()` }).where(ofOld);
  for (const wrong of ["guess", old ?? ""])
    await expect(setUp(ctx, { ...draft, token: wrong })).rejects.toThrow(Problem);
  expect(await db.$count(users)).toBe(0);
  await setUp(ctx, { ...draft, token: token ?? "" });
  expect(await db.$count(users)).toBe(1);
});
