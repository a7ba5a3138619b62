import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keepRunning } from "./keep-running";

const { execPath } = process;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "keep-running-"));
});
afterEach(async () => {
  process.execPath = execPath;
  await rm(folder, { recursive: true });
});

test("a process that cannot be started for a while is started later", async () => {
  const file = path.join(folder, "starts");
  const program = `fs.appendFileSync(${JSON.stringify(file)}, "."); setInterval(() => {}, 1000)`;
  const starts = () => readFile(file, "utf8").catch(() => "");
  const kept = keepRunning({ name: "test", args: ["-e", program], env: process.env });
  await expect.poll(starts).toBe(".");

  process.execPath = path.join(folder, "missing");
  kept.restart();
  await kept.firstEnd;
  await delay(300);
  process.execPath = execPath;
  await expect.poll(starts).toBe("..");
  await kept.stop();
});
