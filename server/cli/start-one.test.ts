import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { freshDatabase } from "@/tests/database";
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

test("a worker waits for an unreachable database, logs it, and runs once it responds", async () => {
  const url = new URL((await freshDatabase()).url);
  const proxy = await startProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  proxy.cut();
  const worker = home.start(
    { ...masterKey, DATABASE_URL: url.href, LOG_LEVEL: "info" },
    command("worker"),
  );
  await until(() => worker.out().includes("database unreachable at startup; waiting"));
  proxy.mend();
  await until(() => worker.out().includes("worker started"));
  expect(await worker.stop()).toBe(0);
  await proxy.close();
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
  const { url, sql } = await freshDatabase();
  const later = Date.UTC(2100, 0, 2, 3, 4);
  await sql`
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer version', ${later})`;
  const product = home.start({ ...masterKey, DATABASE_URL: url }, started);
  expect(await product.ended).toBe(1);
  expect(product.err().trim().split("\n")).toHaveLength(1);
  expect(product.err()).toContain(
    "it has 1 migration that this version does not know, the last made on 2100-01-02 03:04 UTC",
  );
});

test("a database without this version's migrations is refused with an instruction", async () => {
  const { url, sql } = await freshDatabase();
  await sql`
    delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`;
  const web = home.start({ ...masterKey, DATABASE_URL: url }, command("web"));
  expect(await web.ended).toBe(1);
  expect(web.err()).toContain("Run `postback migrate` first");
});
