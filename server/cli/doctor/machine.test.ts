import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readEnvironment } from "@/lib/env";
import { ourselves } from "@/server/supervisor/pid-file";
import { choosePort } from "@/server/supervisor/ports";
import { judgeClock } from "./database";
import { checkNode, checkPort, judgeDisk } from "./machine";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "postback-doctor-"));
});
afterAll(() => rm(dir, { recursive: true }));

test("clock, disk and version of Node are judged by their limits", () => {
  expect([judgeClock(-900).status, judgeClock(1100).status]).toEqual(["ok", "warning"]);
  const sizes = [10e9, 1e9, 1e8].map((bytes) => judgeDisk("/data", bytes).status);
  expect(sizes).toEqual(["ok", "warning", "failed"]);
  const versions = ["20.18.3", "20.19.0", "22.11.0", "22.12.0", "24.1.0"];
  expect(versions.map((version) => checkNode(version).status)).toEqual([
    "failed",
    "ok",
    "failed",
    "ok",
    "ok",
  ]);
});

test("with DATABASE_URL, the process of another installation in POSTBACK_DIR is not taken for this one", async () => {
  const holder = { ...ourselves(), url: "http://127.0.0.1:1" };
  await writeFile(path.join(dir, "postback.pid"), JSON.stringify(holder));
  const port = await choosePort();
  const settings = { POSTBACK_DIR: dir, PORT: String(port) };
  const own = await checkPort(readEnvironment(settings));
  expect(own.detail).toBe("Postback is running at http://127.0.0.1:1.");
  const other = await checkPort(readEnvironment({ ...settings, DATABASE_URL: "postgres://db/x" }));
  expect(other.detail).toBe(`127.0.0.1:${port} is free.`);
  await rm(path.join(dir, "postback.pid"));
});

test("a program that listens on the port and does not answer is named, without a long wait", async () => {
  const silent = createServer(() => {});
  const port = await choosePort();
  await once(silent.listen(port, "127.0.0.1"), "listening");
  const settings = { POSTBACK_DIR: path.join(dir, "new"), PORT: String(port) };
  await expect(checkPort(readEnvironment(settings))).rejects.toThrow(`Port ${port} is in use.`);
  silent.close();
}, 20_000);
