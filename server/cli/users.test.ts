import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { accounts, sessions, userPasswords, users } from "@/db/schema/accounts";
import { auditLog } from "@/db/schema/audit";
import { isPassword } from "@/lib/users/password";
import { freshDatabase } from "@/tests/database";
import { runPostback } from "@/tests/postback";

function reset(url: string, ...words: string[]) {
  return runPostback(["users", "reset-password", ...words], { DATABASE_URL: url });
}

test("users reset-password prints a working password and ends the user's sessions", async () => {
  const { url, db } = await freshDatabase();
  const [user] = await db
    .insert(users)
    .values({ email: "Ada@example.com", role: "admin" })
    .returning();
  const userId = user!.id;
  await db.insert(sessions).values({ userId, tokenHash: "x", expiresAt: new Date("2999-01-01") });

  const { status, stdout } = reset(url, "--email", "ada@EXAMPLE.com");
  expect(status).toBe(0);
  const [kept] = await db.select().from(userPasswords);
  expect(await isPassword(stdout.trim(), kept?.passwordHash)).toBe(true);
  expect(await db.$count(sessions)).toBe(0);
  expect(await db.select().from(auditLog)).toMatchObject([
    { actorKind: "command_line", action: "user.password_changed", targetId: userId },
  ]);
});

test.each([
  [
    ["--email", "nobody@example.com"],
    1,
    "no user with the e-mail address nobody@example.com. `postback users list` lists them.",
  ],
  [[], 2, "required option '--email <address>' not specified"],
  [["--email", "x", "--emial", "x"], 2, "Did you mean --email?"],
])("users reset-password says what is wrong with %j", async (words, code, sentence) => {
  const { url } = await freshDatabase();
  const { status, stderr, stdout } = reset(url, ...words);
  expect([status, stdout]).toEqual([code, ""]);
  expect(stderr).toContain(sentence);
});

test("users create prints a working password, and says what is wrong", async () => {
  const { url, db } = await freshDatabase();
  const create = (...words: string[]) =>
    runPostback(["users", "create", ...words], { DATABASE_URL: url });
  const ada = ["--email", "ada@example.com", "--role", "admin"];
  const { status, stdout } = create(...ada);
  expect(status).toBe(0);
  const [kept] = await db.select().from(userPasswords);
  expect(await isPassword(stdout.trim(), kept?.passwordHash)).toBe(true);
  expect(await db.select().from(users)).toMatchObject([
    { email: "ada@example.com", role: "admin" },
  ]);
  expect(await db.select().from(auditLog)).toMatchObject([
    { actorKind: "command_line", action: "user.created" },
  ]);
  const again = create(...ada);
  expect([again.status, again.stderr]).toEqual([1, expect.stringContaining("already exists")]);
  const [account] = await db.insert(accounts).values({ name: "Studio" }).returning();
  const member = ["--email", "eva@example.com", "--role", "viewer", "--account"];
  expect(create(...member, "Nowhere").stderr).toContain("There is no account named Nowhere");
  expect(create(...member, "Studio").status).toBe(0);
  expect(await db.select().from(users).where(eq(users.email, "eva@example.com"))).toMatchObject([
    { accountId: account?.id, role: "viewer" },
  ]);
  const boss = create("--email", "b@example.com", "--role", "boss");
  expect([boss.status, boss.stderr]).toEqual([2, expect.stringContaining("--role: Choose from")]);
});
