import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { openClient } from "@/db/driver";
import { postback } from "@/tests/postback";
import { type Home, makeHome, until } from "@/tests/product";
import { startProxy } from "@/tests/proxy";

const command = (name: string) => [...postback, name];
const masterKey = { MASTER_KEY: process.env.MASTER_KEY ?? "" };

let home: Home;
beforeEach(async () => {
  home = await makeHome();
});
afterEach(() => home.close());

/** A migrated database of this test only. */
async function copy() {
  const { url, template } = inject("postgres");
  const server = openClient(url, { max: 1, limitMs: 30_000 });
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await server.unsafe(`create database ${name} template ${template}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const sql = openClient(own.href, { max: 1, limitMs: 30_000 });
  return {
    url: own,
    sql,
    async drop() {
      await sql.end();
      await server.unsafe(`drop database ${name} with (force)`);
      await server.end();
    },
  };
}

test("a worker waits for an unreachable database, logs it, and runs once it responds", async () => {
  const database = await copy();
  const proxy = await startProxy({
    host: database.url.hostname,
    port: Number(database.url.port),
  });
  database.url.port = String(proxy.port);
  proxy.cut();
  const worker = home.start(
    { ...masterKey, DATABASE_URL: database.url.href, LOG_LEVEL: "info" },
    command("worker"),
  );
  await until(() => worker.out().includes("database unreachable at startup; waiting"));
  proxy.mend();
  await until(() => worker.out().includes("worker started"));
  expect(await worker.stop()).toBe(0);
  await proxy.close();
  await database.drop();
});

test("a permanent database error ends a worker at once", async () => {
  const url = new URL(inject("postgres").url);
  url.password = "wrong-password";
  const worker = home.start({ ...masterKey, DATABASE_URL: url.href }, command("worker"));
  expect(await worker.ended).toBe(1);
  expect(worker.err()).toContain("refuses the user postback or the password");
});

test.each([
  ["web", command("web")],
  ["worker", command("worker")],
  ["migrate", command("migrate")],
  ["start", command("start")],
])("%s refuses a database that a newer version migrated, in a sentence", async (_, started) => {
  const database = await copy();
  const later = Date.UTC(2100, 0, 2, 3, 4);
  await database.sql`
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer version', ${later})`;
  const product = home.start({ ...masterKey, DATABASE_URL: database.url.href }, started);
  expect(await product.ended).toBe(1);
  expect(product.err().trim().split("\n")).toHaveLength(1);
  expect(product.err()).toContain(
    "it has 1 migration that this version does not know, the last made on 2100-01-02 03:04 UTC",
  );
  await database.drop();
});

test("a database without this version's migrations is refused with an instruction", async () => {
  const database = await copy();
  await database.sql`
    delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`;
  const web = home.start({ ...masterKey, DATABASE_URL: database.url.href }, command("web"));
  expect(await web.ended).toBe(1);
  expect(web.err()).toContain("Run `postback migrate` first");
  await database.drop();
});
