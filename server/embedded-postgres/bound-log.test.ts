import { appendFile, readFile, rm, stat } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openClient } from "@/db/driver";
import { makeHomeFolder } from "@/tests/home-template";
import { until } from "@/tests/product";
import { boundLog, mostBytes } from "./bound-log";
import { startEmbeddedPostgres } from "./database";
import { folderOf } from "./folder";

let dir: string;
let log: string;
beforeAll(async () => {
  dir = await makeHomeFolder("postback-log-");
  log = folderOf(dir).log;
});
afterAll(() => rm(dir, { recursive: true }));

const settings = { fsync: "off" };
const sizeOf = async (file: string) => (await stat(file)).size;
/** Appends more than may be kept. */
const grow = (last: string) => appendFile(log, `${"x".repeat(mostBytes)}\n${last}\n`);

test("a log is cut while the server goes on writing to it, and at a start", async () => {
  const server = await startEmbeddedPostgres({ dir, settings });
  const sql = openClient(server.url, { max: 1, limitMs: 5000 });
  await grow("before the cut");
  await boundLog(log);
  expect(await sizeOf(log)).toBe(0);
  expect(await sizeOf(`${log}.1`)).toBe(mostBytes);
  expect((await readFile(`${log}.1`, "utf8")).slice(-15)).toBe("before the cut\n");

  await sql`select pg_reload_conf()`;
  await until(async () => (await readFile(log, "utf8")).includes("reloading configuration files"));
  expect(await sizeOf(log)).toBeLessThan(1000);
  await boundLog(log);
  expect(await readFile(log, "utf8")).toContain("reloading configuration files");
  await sql.end();
  await server.stop();

  await grow("before the start");
  await (await startEmbeddedPostgres({ dir, settings })).stop();
  expect((await readFile(`${log}.1`, "utf8")).slice(-17)).toBe("before the start\n");
  expect(await readFile(log, "utf8")).toContain("starting PostgreSQL");
  expect(await sizeOf(log)).toBeLessThan(10_000);
});
