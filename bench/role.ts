import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import path from "node:path";
import { root } from "@/server/supervisor/root";

/** Nice value of processes that stand for another machine: the lowest priority. */
const otherMachine = 19;

type Calls = Record<string, (argument: never) => unknown>;
type Question = { id: number; name: string; argument: unknown };
type Reply = { id: number; value?: unknown; error?: string };

/** A part of the bench in its own process, with its own core if there is one. */
export type Role<C extends Calls> = {
  pid: number;
  call<N extends keyof C & string>(
    name: N,
    ...argument: Parameters<C[N]>
  ): Promise<Awaited<ReturnType<C[N]>>>;
  stop(): Promise<void>;
};

/** Starts a file that ends in `answerCalls`. `isApart`: in a session of its own, which `standApart` needs. */
export function startRole<C extends Calls>(file: string, isApart = false): Role<C> {
  const child = fork(path.join(root, "bench", file), {
    // The product runs with the same young generation size.
    execArgv: ["--import", "tsx", "--max-semi-space-size=8"],
    env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "error" },
    serialization: "advanced",
    detached: isApart,
  });
  const waiting = new Map<number, (reply: Reply) => void>();
  child.on("message", (reply: Reply) => waiting.get(reply.id)?.(reply));
  child.on("exit", (code) => {
    for (const [id, answer] of waiting) answer({ id, error: `${file} ended with ${code}` });
  });
  let last = 0;
  return {
    pid: child.pid ?? 0,
    call(name, ...[argument]) {
      const id = ++last;
      return new Promise((resolve, reject) => {
        waiting.set(id, ({ value, error }) => {
          waiting.delete(id);
          if (error === undefined) resolve(value as never);
          else reject(new Error(error));
        });
        child.send({ id, name, argument });
      });
    },
    stop: () => end(child),
  };
}

/** The child's side: answers calls until the parent disconnects. */
export function answerCalls(calls: Calls): void {
  process.on("message", async ({ id, name, argument }: Question) => {
    try {
      process.send?.({ id, value: await calls[name]?.(argument as never) });
    } catch (error) {
      process.send?.({ id, error: String((error as Error).stack) });
    }
  });
  process.on("disconnect", () => process.exit());
}

/**
 * Lowers the priority of a role that stands for another machine, so that it takes little CPU from the product. Linux
 * weighs sessions against each other first (`sched_autogroup_enabled`), then threads, each by its own nice value.
 */
export function standApart(): void {
  try {
    writeFileSync("/proc/self/autogroup", String(otherMachine));
  } catch {
    // Not Linux, or without autogroups.
  }
  for (const thread of ownThreads()) setPriority(thread, otherMachine);
}

/** Threads of this process, those of V8 and of the loader included; without /proc the calling one. */
function ownThreads(): number[] {
  try {
    return readdirSync("/proc/self/task").map(Number);
  } catch {
    return [0];
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}
