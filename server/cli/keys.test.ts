import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { accounts, apiKeys } from "@/db/schema/accounts";
import { auditLog } from "@/db/schema/audit";
import { hashKey } from "@/lib/api-keys/key";
import { freshDatabase } from "@/tests/database";
import { runPostback } from "@/tests/postback";

function keysCreate(url: string, ...words: string[]) {
  return runPostback(["keys", "create", ...words], { DATABASE_URL: url });
}

test("keys create prints a working key for the given account, created if missing", async () => {
  const { url, db } = await freshDatabase();
  const words = ["--name", "pipeline", "--scopes", "events:write", "--account", "Studio"];
  const [first, second] = [keysCreate(url, ...words), keysCreate(url, ...words)];
  expect([first.status, second.status]).toEqual([0, 0]);

  const [studio, ...others] = await db.select().from(accounts);
  expect([studio!.name, others]).toEqual(["Studio", []]);
  const [kept] = await db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.keyHash, hashKey(first.stdout.trim())));
  expect(kept).toMatchObject({ accountId: studio!.id, name: "pipeline", scopes: ["events:write"] });
  expect(second.stdout).not.toBe(first.stdout);
  expect(await db.$count(auditLog, eq(auditLog.action, "account.created"))).toBe(1);
});

test("a second account is created with a word on what it changes", async () => {
  const { url } = await freshDatabase();
  const first = keysCreate(url, "--name", "a", "--account", "Studio");
  const second = keysCreate(url, "--name", "b", "--account", "Orbit");
  const third = keysCreate(url, "--name", "c", "--account", "Vega");
  expect([first.stderr, third.stderr]).toEqual(["", ""]);
  expect(second.stderr).toContain("Requests with a service key must name one: accountId in events");
});

test("keys create creates a service key without an account", async () => {
  const { url, db } = await freshDatabase();
  keysCreate(url, "--name", "pipeline");
  expect(await db.select().from(apiKeys)).toMatchObject([{ accountId: null }]);
});

test.each([
  [["--name", "x", "--scopes", "everything"], "--scopes: Choose from webhooks:read"],
  [[], "required option '--name <name>' not specified"],
  [["--name", " "], "--name: Give the key a name"],
  [["--name", "x", "--account", " "], "--account: Give the account a name"],
  [["--name", "x", "--socpes", "x"], "Did you mean --scopes?"],
])("keys create says what is wrong with %j", async (words, sentence) => {
  const { url, db } = await freshDatabase();
  const { status, stderr, stdout } = keysCreate(url, ...words);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(sentence);
  expect(await db.$count(apiKeys)).toBe(0);
});

test("keys revoke says how to find the keys when none has the id", async () => {
  const { url } = await freshDatabase();
  const id = "019a0000-0000-7000-8000-000000000000";
  const { status, stderr } = runPostback(["keys", "revoke", id], { DATABASE_URL: url });
  expect([status, stderr]).toEqual([
    1,
    `No valid key has the id ${id}. \`postback keys list\` lists them.\n`,
  ]);
});
