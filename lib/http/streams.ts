import { Hub } from "@/lib/changes/hub";
import type { Context } from "@/lib/context";
import { databaseUrls } from "@/lib/database-urls";
import { refuseUntil, tooMany } from "@/lib/protocol/rate-limit";
import { streamLimits } from "@/lib/stream/contract";
import { ChangeStream } from "./change-stream";
import type { StreamedBody } from "./handle-stream";
import { WindowCounter } from "./window-counter";

// A browser needs one stream for all its tabs, or one for each tab without shared workers. It takes thirty accounts to
// exhaust a process.
const { caller: callerLimit, account: accountLimit } = streamLimits;
const processLimit = 1000;
/** New streams of an account or an operator: four a second, with bursts of forty. */
const opens = { name: "stream-opens", limit: 40, windowSeconds: 10 };

type Holder = { caller: string; account: string | null };

const type = "text/event-stream";
const open = new Map<ChangeStream, Holder>();
const opened = new WindowCounter(opens.limit, opens.windowSeconds);
let hub: Hub | undefined;
let isStopping = false;

/**
 * Opens a stream of changes for the caller. While the process stops, it is an empty one: the client connects again, elsewhere.
 * @throws Problem 42900 when the caller, its account or this process has too many open, or opens them too fast
 */
export async function openStream(ctx: Context, lastId: string | null): Promise<StreamedBody> {
  if (isStopping) return { type, body: new ReadableStream({ start: (empty) => empty.close() }) };
  const holder = { caller: callerOf(ctx), account: ctx.accountId };
  assertBelowLimit(holder);
  const stream = new ChangeStream({
    ctx,
    hub: currentHub(),
    lastId,
    ended: () => open.delete(stream),
  });
  open.set(stream, holder);
  return { type, body: stream.body };
}

/**
 * Returns the position of the stream at which a page is rendered, or undefined while the database does not answer or the process
 * stops. A browser that connects with it gets the changes since then.
 */
export async function streamPosition(): Promise<string | undefined> {
  return isStopping ? undefined : currentHub().position();
}

/** Ends all streams before the process stops, and opens no more: an open stream would keep it alive. */
export async function endStreams(): Promise<void> {
  isStopping = true;
  for (const stream of open.keys()) stream.end();
  await hub?.close();
}

function currentHub(): Hub {
  hub ??= startHub();
  return hub;
}

function startHub(): Hub {
  // Plain `next start` offers no other shutdown hook.
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, () => void endStreams());
  return new Hub(databaseUrls().direct);
}

function assertBelowLimit({ caller, account }: Holder): void {
  const { left, seconds } = opened.add(account ?? caller, Date.now());
  if (left < 0) {
    const message = `${opens.limit} streams were opened within ${opens.windowSeconds} seconds. Keep one open, and wait longer before each reconnect.`;
    throw tooMany(message, opens, seconds);
  }
  const holders = [...open.values()];
  if (holders.filter((one) => one.caller === caller).length >= callerLimit) {
    throw refuseUntil(`You have ${callerLimit} streams open. Close one, then try again.`, 5);
  }
  const ofAccount = account && holders.filter((one) => one.account === account).length;
  if (ofAccount && ofAccount >= accountLimit) {
    throw refuseUntil(
      `The account has ${accountLimit} streams open. Close one, then try again.`,
      5,
    );
  }
  if (holders.length >= processLimit) {
    throw refuseUntil(`This server has ${processLimit} streams open. Try again later.`, 30);
  }
}

/** Returns the subject of a stream's limits. A person is one subject in all sessions. */
function callerOf({ actor }: Context): string {
  if (actor.kind === "user") return actor.userId;
  return actor.kind === "key" ? actor.keyId : actor.kind;
}
