import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { log } from "@/lib/log";

type Program = { name: string; args: string[]; env: NodeJS.ProcessEnv };

const longestPauseMs = 10_000;
const steadyMs = 30_000;
/** Time that a process has to shut down. Longer than any delivery in flight. */
export const graceMs = 35_000;

/** End of a process. For one that could not be started, `code` is that of the error. */
type Exit = { code: number | string | null; signal: NodeJS.Signals | null };
/** `child` is null if the system refused to start it. */
type Running = { child: ChildProcess | null; ended: Promise<Exit> };

/** Runs a Node process that is restarted whenever it exits, after a delay that grows while it keeps failing. */
export function keepRunning(program: Program) {
  const stopping = new AbortController();
  let running = start(program);
  let isRestartRequested = false;
  let failures = 0;
  const firstEnd = running.ended;
  const over = keep();
  process.once("exit", () => running.child?.kill("SIGKILL"));

  async function keep(): Promise<void> {
    for (;;) {
      const startedAt = Date.now();
      const exit = await running.ended;
      failures = isRestartRequested ? 0 : failuresAfter(failures, Date.now() - startedAt);
      if (!isRestartRequested) logExit(exit);
      isRestartRequested = false;
      await pause();
      if (stopping.signal.aborted) return;
      running = start(program);
    }
  }

  function logExit(exit: Exit): void {
    if (stopping.signal.aborted) return;
    log.warn({ program: program.name, ...exit }, "process exited; restarting");
  }

  async function pause(): Promise<void> {
    if (failures === 0) return;
    await delay(pauseMs(failures), null, { signal: stopping.signal }).catch(() => null);
  }

  return {
    firstEnd,
    /** Shuts it down gracefully, to be restarted at once. */
    restart(): void {
      isRestartRequested = true;
      end(running);
    },
    async stop(): Promise<void> {
      stopping.abort();
      end(running);
      const timer = setTimeout(() => running.child?.kill("SIGKILL"), graceMs);
      await over;
      clearTimeout(timer);
    },
  };
}

/** Returns the number of failures in a row after one more, of a process that ran for so long. A steady one had none. */
export function failuresAfter(failures: number, ranMs: number): number {
  return ranMs > steadyMs ? 0 : failures + 1;
}

/** Returns the time until the next start, after so many failures in a row. */
export function pauseMs(failures: number): number {
  return Math.min(50 * 2 ** failures, longestPauseMs);
}

function start({ args, env }: Program): Running {
  try {
    const child = spawn(process.execPath, args, {
      env,
      // Own process group: Ctrl-C in the terminal is for the supervisor, which then stops each process once.
      detached: true,
      windowsHide: true,
      // The closed channel informs the child of our exit, however we exit.
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    return { child, ended: ended(child) };
  } catch (error) {
    // Some errors are thrown, such as ENOMEM; others, such as EAGAIN, are an event of the child.
    const { code = null } = error as NodeJS.ErrnoException;
    return { child: null, ended: Promise.resolve({ code, signal: null }) };
  }
}

/** Resolves when a process has exited, or could not be started, as while the system allows no more of them. */
function ended(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    // A process that runs has errors as well, such as a signal that could not be sent.
    child.on("error", ({ code }: NodeJS.ErrnoException) => {
      if (child.pid === undefined) resolve({ code: code ?? null, signal: null });
    });
  });
}

/** Windows has no signal that a process could handle. */
function end({ child }: Running): void {
  if (process.platform !== "win32") child?.kill("SIGTERM");
  else if (child?.connected) child.disconnect();
}
