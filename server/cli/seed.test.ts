import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { readEnvironment } from "@/lib/env";
import { freshDatabase } from "@/tests/database";
import { runPostback } from "@/tests/postback";
import { prepareDatabase } from "./prepare-database";

function seed(url: string, ...words: string[]) {
  return runPostback(["seed", ...words], { DATABASE_URL: url });
}

test("seed adds the sample data once, deletes it, and audits both", async () => {
  const { url, sql } = await freshDatabase();
  expect(seed(url).stdout).toContain("Sample data added");
  expect(seed(url).stdout).toContain("already");
  expect(await sql`select count(*) > 50000 as many from deliveries`).toEqual([{ many: true }]);
  expect(seed(url, "--remove").stdout).toContain("Sample data deleted");
  expect(seed(url, "--remove").stdout).toContain("There was no sample data");
  expect(await sql`select action, actor_kind from audit_log order by id`).toEqual([
    { action: "sample_data.added", actorKind: "command_line" },
    { action: "sample_data.removed", actorKind: "command_line" },
  ]);
});

test("seed reports a conflicting account", async () => {
  const { url, sql } = await freshDatabase();
  await sql`insert into accounts (id, name) values (new_id(), 'Sample data')`;
  const taken = seed(url);
  expect([taken.status, taken.stderr]).toEqual([1, expect.stringContaining("Rename it first")]);
  const wrong = seed(url, "--lagre");
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining("--lagre")]);
});

test("seed refuses a master key that the database does not know, and adds nothing", async () => {
  const { url, sql } = await freshDatabase();
  const newKey = () => randomBytes(32).toString("base64");
  await prepareDatabase(url, readEnvironment({ MASTER_KEY: newKey() }), {});
  const { status, stderr } = runPostback(["seed"], { DATABASE_URL: url, MASTER_KEY: newKey() });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^MASTER_KEY cannot decrypt /)]);
  expect(await sql`select count(*)::int as count from webhooks`).toEqual([{ count: 0 }]);
});
