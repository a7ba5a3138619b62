import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { runPostback } from "@/tests/postback";
import { makeHome } from "@/tests/product";

/** Settings of a folder without an installation. */
const nowhere = (dir: string) => ({ DATABASE_URL: "", MASTER_KEY: "", POSTBACK_DIR: dir });

test.each(["keys list", "backup --to never.backup.gz", "secrets rewrap", "seed --remove"])(
  "%s in a folder without an installation is refused, and creates none",
  async (line) => {
    const home = await makeHome();
    const dir = path.join(home.dir, "elsewhere");
    const { status, stderr } = runPostback(line.split(" "), nowhere(dir));
    expect([status, stderr]).toEqual([
      1,
      `There is no installation in ${dir}. Run the command in the folder of the product, or give the command the same POSTBACK_DIR or DATABASE_URL as the product.\n`,
    ]);
    expect(existsSync(dir)).toBe(false);
    await home.close();
  },
);

test("where there is no installation, a setting with a typing error is named", async () => {
  const home = await makeHome();
  const settings = { ...nowhere(path.join(home.dir, "elsewhere")), DATABSE_URL: "postgres://a/b" };
  const { stderr } = runPostback(["keys", "list"], settings);
  expect(stderr).toContain("DATABSE_URL is not a setting. Did you mean DATABASE_URL?");
  await home.close();
});

test("keys create works before the first start, and says that the installation is new", async () => {
  const home = await makeHome();
  const dir = path.join(home.dir, "not-there-yet");
  const { status, stdout, stderr } = runPostback(
    ["keys", "create", "--name", "first"],
    nowhere(dir),
  );
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^pbk_live_\w+\n$/)]);
  expect(stderr).toContain(`Creating a new installation in ${dir}.`);
  expect(JSON.parse(runPostback(["keys", "list", "--json"], nowhere(dir)).stdout)).toMatchObject({
    apiKeys: [{ name: "first" }],
  });
  await home.start({ POSTBACK_DIR: dir }).address();
  await home.close();
});

test.each(["keys list", "keys create --name late"])(
  "%s does not upgrade the tables of an earlier version",
  async (line) => {
    const { url, sql } = await freshDatabase();
    const migrations = sql`select created_at from drizzle.__drizzle_migrations order by 1`;
    await sql`
      delete from drizzle.__drizzle_migrations
      where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`;
    const before = await migrations;
    const { status, stderr } = runPostback(line.split(" "), { DATABASE_URL: url });
    expect([status, stderr]).toEqual([1, expect.stringContaining("Run `postback migrate` first")]);
    expect(await sql`select created_at from drizzle.__drizzle_migrations order by 1`).toEqual(
      before,
    );
  },
);
