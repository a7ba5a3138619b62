import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, readlink, rm, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readEnvironment } from "@/lib/env";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { runPostback } from "@/tests/postback";
import { type Home, makeHome, type Product } from "@/tests/product";
import { prepareDatabase } from "./prepare-database";

let home: Home;
beforeEach(async () => {
  home = await makeHome({ prepared: true });
});
afterEach(() => home.close());

const newKey = () => randomBytes(32).toString("base64");

function command(line: string, url: string, key: string) {
  return runPostback(line.split(" "), { DATABASE_URL: url, MASTER_KEY: key });
}

test("secrets rewrap encrypts with the first key, so that the old key can go; another key is refused, also while a worker lacks it", async () => {
  const { url, sql } = await freshDatabase();
  await makers(sql).webhook();
  const [old, next] = [newKey(), newKey()];
  await prepareDatabase(url, readEnvironment({ MASTER_KEY: old }), {});
  expect(command("secrets rewrap", url, old).status).toBe(0);
  const [sealed] = await sql`select secret from webhook_secrets`;
  expect(sealed?.secret).toMatch(/^v1:/);

  const refused = command("migrate", url, next);
  expect([refused.status, refused.stdout]).toEqual([1, ""]);
  expect(refused.stderr).toMatch(
    /^MASTER_KEY cannot decrypt .* it lacks the key [0-9a-f]{8}\. .*\n$/,
  );

  await sql`
    insert into workers (id, host, pid, version, master_keys)
    select new_id(), 'sender-1', 42, '1', array_agg(key_id) from master_keys`;
  const early = command("secrets rewrap", url, `${next},${old}`);
  expect([early.status, early.stderr]).toEqual([
    1,
    expect.stringMatching(
      /^A running worker \(sender-1, process 42\) does not have the key [0-9a-f]{8} yet/,
    ),
  ]);
  expect(await sql`select secret from webhook_secrets`).toEqual([sealed]);
  await sql`delete from workers`;

  const done = command("secrets rewrap", url, `${next},${old}`);
  expect([done.status, done.stderr]).toEqual([0, ""]);
  expect(done.stdout).toMatch(/^1 re-encrypted; /);
  expect(command("migrate", url, next).status).toBe(0);
});

test("web and worker require a migrated database", async () => {
  const { url, sql } = await freshDatabase();
  await sql`drop table master_keys`;
  const { status, stderr } = command("worker", url, newKey());
  expect([status, stderr]).toEqual([
    1,
    "The tables are not up to date. Run `postback migrate` first (in a clone: `npm run migrate`).\n",
  ]);
});

test("without DATABASE_URL the master key is created once, readable by its owner only, and required later", async () => {
  await home.close();
  home = await makeHome();
  const file = path.join(home.dir, "master-key");
  const first = home.start();
  await first.address();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const key = await readFile(file, "utf8");
  const secret = await createdSecret(first);
  await first.stop();

  const second = home.start();
  expect(await readFile(file, "utf8")).toBe(key);
  const reveal = await call(second, `/v1/webhooks/${secret.id}/secret`);
  expect(reveal.secret).toBe(secret.secret);
  await second.stop();

  await rm(file);
  const third = home.start();
  expect(await third.ended).toBe(1);
  expect(third.err()).toContain(`${file} is missing. It is the master key`);
  expect(existsSync(file)).toBe(false);
});

test("a file without a key is not overwritten", async () => {
  const file = path.join(home.dir, "master-key");
  await writeFile(file, "half\n");
  const product = home.start();
  expect(await product.ended).toBe(1);
  expect(product.err()).toContain(`${file} does not contain a master key.`);
  expect(await readFile(file, "utf8")).toBe("half\n");
});

test("a file that cannot be read is not replaced by a new key", async () => {
  const file = path.join(home.dir, "master-key");
  await rm(file, { force: true });
  // Refused for root, too, which may read every file.
  await symlink("master-key", file);
  const product = home.start();
  expect([await product.ended, product.err()]).toEqual([
    1,
    `The master key ${file} cannot be read (ELOOP). Check its permissions: the user of this process must be able to read it.\n`,
  ]);
  expect(await readlink(file)).toBe("master-key");
});

test.each([
  ["doctor --egress-url http://127.0.0.1:1/", /FAIL {2}master key +MASTER_KEY cannot decrypt/],
  ["secrets rewrap", /^There is no master key in .* Restore the file, or set MASTER_KEY\.\n$/],
])("%s creates no key in place of one that is missing", async (line, said) => {
  const { stop, address } = home.start();
  await address();
  await stop();
  const file = path.join(home.dir, "master-key");
  await rm(file);
  const settings = { DATABASE_URL: "", MASTER_KEY: "", POSTBACK_DIR: home.dir, PORT: "0" };
  const { status, stdout, stderr } = runPostback(line.split(" "), settings);
  expect([status, stdout + stderr]).toEqual([1, expect.stringMatching(said)]);
  expect(existsSync(file)).toBe(false);
});

async function call(product: Product, at: string, body?: object) {
  const headers = { "x-api-key": await home.apiKey(), "content-type": "application/json" };
  const method = body ? "POST" : "GET";
  const request = body ? { method, headers, body: JSON.stringify(body) } : { headers };
  return (await fetch((await product.address()) + at, request)).json();
}

async function createdSecret(product: Product) {
  const events = ["VIDEO_GENERATION_SUCCESS"];
  const { id } = await call(product, "/v1/webhooks", {
    callbackUrl: "http://127.0.0.1:1/",
    events,
  });
  return { id, secret: (await call(product, `/v1/webhooks/${id}/secret`)).secret };
}
