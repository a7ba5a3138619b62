import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "@/lib/log";
import { failuresAfter, keepRunning, pauseMs } from "./keep-running";

const { execPath } = process;
let folder: string;
let kept: ReturnType<typeof keepRunning>;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "keep-running-"));
});
afterEach(async () => {
  Object.defineProperty(process, "execPath", { value: execPath, writable: true });
  vi.useRealTimers();
  vi.restoreAllMocks();
  await kept.stop();
  await rm(folder, { recursive: true });
});

/** Node reports the one by an event, and throws the other. */
test.each(["ENOENT", "E2BIG"])(
  "a process that %s keeps from starting for a while is started later",
  async (code) => {
    const env: NodeJS.ProcessEnv = { ...process.env };
    run("", env);
    await expect.poll(starts).toHaveLength(1);

    let refused = 0;
    const get = () => {
      delete env.LARGE;
      if (refused === 2) return execPath;
      refused++;
      if (code === "ENOENT") return path.join(folder, "missing");
      env.LARGE = "x".repeat(1_000_000);
      return execPath;
    };
    Object.defineProperty(process, "execPath", { configurable: true, get });
    kept.restart();
    await expect.poll(starts).toHaveLength(2);
    expect(refused).toBe(2);
  },
);

test("a crash is logged, a requested restart is not", async () => {
  const warn = vi.spyOn(log, "warn").mockReturnValue();
  run();
  await expect.poll(starts).toHaveLength(1);
  kept.restart();
  await expect.poll(starts).toHaveLength(2);
  expect(warn).not.toHaveBeenCalled();

  process.kill((await starts())[1]!, "SIGKILL");
  await expect.poll(starts).toHaveLength(3);
  expect(warn.mock.calls).toEqual([
    [{ program: "test", code: null, signal: "SIGKILL" }, "process exited; restarting"],
  ]);
});

test("the pause before a restart doubles with each failure up to 10 s, and starts anew after a steady run", () => {
  expect([1, 2, 3, 7, 8, 100].map(pauseMs)).toEqual([100, 200, 400, 6400, 10_000, 10_000]);
  expect(failuresAfter(3, 1000)).toBe(4);
  expect(failuresAfter(3, 30_001)).toBe(0);
});

test("a process that ignores the request to stop is killed after 35 s", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  run("process.on('SIGTERM', () => {});");
  await expect.poll(starts).toHaveLength(1);

  const stopped = kept.stop();
  vi.advanceTimersByTime(35_000);

  await stopped;
  expect(await kept.firstEnd).toEqual({ code: null, signal: "SIGKILL" });
});

test("a process is killed when the supervisor exits", async () => {
  const others = process.listeners("exit");
  run();
  const [onExit] = process.listeners("exit").filter((listener) => !others.includes(listener));
  onExit?.(0);
  expect(await kept.firstEnd).toEqual({ code: null, signal: "SIGKILL" });
});

/** Keeps a process running that notes its id when it has started. */
function run(before = "", env: NodeJS.ProcessEnv = process.env): void {
  const file = JSON.stringify(path.join(folder, "starts"));
  const code = `${before} fs.appendFileSync(${file}, process.pid + " "); setInterval(() => {}, 1000)`;
  kept = keepRunning({ name: "test", args: ["-e", code], env });
}

/** Returns the ids of the processes that have started. */
async function starts(): Promise<number[]> {
  const ids = await readFile(path.join(folder, "starts"), "utf8").catch(() => "");
  return ids.split(" ").slice(0, -1).map(Number);
}
