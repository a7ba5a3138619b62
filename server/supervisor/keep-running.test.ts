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

/** Node reports the one by an event, and throws the other. */
test.each(["ENOENT", "E2BIG"])(
  "a process that %s keeps from starting for a while is started later",
  async (code) => {
    const file = path.join(folder, "starts");
    const program = `fs.appendFileSync(${JSON.stringify(file)}, "."); setInterval(() => {}, 1000)`;
    const starts = () => readFile(file, "utf8").catch(() => "");
    const env: NodeJS.ProcessEnv = { ...process.env };
    const kept = keepRunning({ name: "test", args: ["-e", program], env });
    await expect.poll(starts).toBe(".");

    if (code === "ENOENT") process.execPath = path.join(folder, "missing");
    else env.LARGE = "x".repeat(1_000_000);
    kept.restart();
    await kept.firstEnd;
    await delay(300);
    process.execPath = execPath;
    delete env.LARGE;
    await expect.poll(starts).toBe("..");
    await kept.stop();
  },
);
