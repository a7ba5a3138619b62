import { Hub } from "@/lib/changes/hub";
import type { Context } from "@/lib/context";
import { env } from "@/lib/env";
import { Problem } from "@/lib/protocol/problem";
import { ChangeStream } from "./change-stream";
import type { Flow } from "./flow";

/** A browser needs one for all its tabs, and one for each where it has no shared workers. */
const perCaller = 16;
const perProcess = 1000;

const open = new Map<ChangeStream, string>();
let hub: Hub | undefined;

/** A stream of what changes for whoever asks. */
export async function openStream(ctx: Context, lastId: string | null): Promise<Flow> {
  const caller = callerOf(ctx);
  assertRoom(caller);
  hub ??= startHub();
  const stream = new ChangeStream({ ctx, hub, lastId, ended: () => open.delete(stream) });
  open.set(stream, caller);
  return { type: "text/event-stream", body: stream.body };
}

/** For a process that stops: a stream left open would keep it alive. */
export async function endStreams(): Promise<void> {
  for (const stream of open.keys()) stream.end();
  await hub?.close();
}

function startHub(): Hub {
  // Plain `next start` has no other way to tell us.
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, () => void endStreams());
  return new Hub(env().DATABASE_URL ?? "");
}

function assertRoom(caller: string): void {
  if (open.size >= perProcess)
    throw new Problem(50300, "Too many streams are open; ask again later.");
  const own = [...open.values()].filter((one) => one === caller).length;
  if (own < perCaller) return;
  const headers = { "retry-after": "5" };
  throw new Problem(42900, `You have ${perCaller} streams open; close one.`, { headers });
}

function callerOf({ actor }: Context): string {
  if (actor.kind === "user") return actor.sessionHash;
  return actor.kind === "key" ? actor.keyId : actor.kind;
}
