import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "@/lib/log";
import { keepRunning } from "./keep-running";

const { execPath } = process;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "keep-running-"));
});
afterEach(async () => {
  process.execPath = execPath;
  vi.restoreAllMocks();
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

test.each([1000, 3_600_000])(
  "a crash after %i ms is logged, a requested restart is not",
  async (upMs) => {
    const warn = vi.spyOn(log, "warn").mockReturnValue();
    const file = path.join(folder, "pids");
    const program = `fs.appendFileSync(${JSON.stringify(file)}, process.pid + " "); setInterval(() => {}, 1000)`;
    const pids = async () => (await readFile(file, "utf8").catch(() => "")).split(" ").slice(0, -1);
    const kept = keepRunning({ name: "test", args: ["-e", program], env: process.env });
    await expect.poll(pids).toHaveLength(1);
    kept.restart();
    await expect.poll(pids).toHaveLength(2);
    expect(warn).not.toHaveBeenCalled();

    const now = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(now + upMs);
    process.kill(Number((await pids())[1]), "SIGKILL");
    await expect.poll(pids).toHaveLength(3);
    expect(warn.mock.calls).toEqual([
      [{ program: "test", code: null, signal: "SIGKILL" }, "process exited; restarting"],
    ]);
    await kept.stop();
  },
);
