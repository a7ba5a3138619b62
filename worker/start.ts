import { setTimeout as delay } from "node:timers/promises";
import { connectDatabase, connectEngine, type Sql } from "@/db/client";
import { announce } from "@/lib/changes/announce";
import type { Environment } from "@/lib/env";
import { log } from "@/lib/log";
import { responseBodyLimit } from "@/lib/outbound/body";
import { guardedAgent } from "@/lib/outbound/connector";
import { targetPolicy } from "@/lib/outbound/policy";
import { outlet } from "@/lib/queue/outlet";
import type { HandOff } from "@/lib/queue/queue";
import { type Channel, channels } from "@/lib/queue/wake";
import { runAlerts } from "./alerts";
import { autoPause } from "./auto-pause";
import { freeParked } from "./free-parked";
import { startHeartbeat } from "./heartbeat";
import { startInbox } from "./inbox/start";
import { Loop } from "./loop";
import { forgetOneShots } from "./one-shots";
import { runReplays } from "./replayer";
import { runTallies } from "./tallier";

/** One to claim, one to record, two for what is done every few seconds. */
const poolSize = 4;
const sweepMs = 5000;
const listenAgainMs = 1000;

type Settings = Pick<
  Environment,
  "WORKER_CONCURRENCY" | "ALLOW_PRIVATE_CIDRS" | "CALLBACK_HTTPS_ONLY" | "EGRESS_PROXY_URL"
> &
  Partial<Pick<Environment, "STORE_RESPONSE_BODY">>;

/** A worker on a database. `stop` ends it in order: nothing new, everything under way recorded. */
export function startWorker(url: string, settings: Settings) {
  const policy = targetPolicy(settings);
  const sql = connectEngine(url, poolSize);
  const db = connectDatabase(url, 1);
  const inbox = startInbox(db, sql);
  const agent = guardedAgent(policy, undefined, inbox.socket);
  const sender = { agent, policy, keptBytes: settings.STORE_RESPONSE_BODY ?? responseBodyLimit };
  const loop = new Loop({
    sql,
    queue: outlet(sql),
    sender,
    concurrency: settings.WORKER_CONCURRENCY,
  });
  const stopping = new AbortController();

  const running = loop.run();
  const listening = (["due", "apart"] as const).map((channel) =>
    listen(sql, channel, () => loop.wake(channel), stopping.signal),
  );
  const stepped = ({ id, accountId }: { id: string; accountId: string | null }) =>
    announce(sql, { kind: "replays", account: accountId ?? undefined, id });
  const replaying = runReplays(db, { queued: () => loop.wake(), stepped }, stopping.signal);
  const alerting = runAlerts(db, sender, stopping.signal);
  const tallying = runTallies(sql, stopping.signal);
  const heartbeat = startHeartbeat(sql);
  const sweeping = setInterval(() => void sweep(sql), sweepMs);

  return {
    handOff: loop satisfies HandOff,
    async stop(): Promise<void> {
      stopping.abort();
      clearInterval(sweeping);
      loop.stop();
      await Promise.all([running, ...listening, replaying, alerting, tallying, heartbeat.stop()]);
      await Promise.all([agent.destroy(), inbox.stop()]);
      await Promise.all([sql.end({ timeout: 1 }), db.$client.end({ timeout: 1 })]);
    },
  };
}

/** Keeps at it until it hears once; after that the client itself listens again when a connection is lost. */
async function listen(
  sql: Sql,
  channel: Channel,
  wake: () => void,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    try {
      await sql.listen(channels[channel], wake, wake);
      return;
    } catch (error) {
      log.warn({ err: error }, "no notifications yet; polling meanwhile");
      await delay(listenAgainMs, null, { signal: stopping }).catch(() => null);
    }
  }
}

async function sweep(sql: Sql): Promise<void> {
  for (const task of [freeParked, autoPause, forgetOneShots]) {
    await task(sql).catch((error) => log.warn({ err: error, task: task.name }, "sweep failed"));
  }
}
