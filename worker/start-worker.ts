import { connectClaims, connectDatabase, connectEngine, type Sql } from "@/db/client";
import { startListener } from "@/db/listener";
import { announce, sendAnnounced } from "@/lib/changes/announce";
import { channel as changesChannel, type Notice } from "@/lib/changes/change";
import type { Environment } from "@/lib/env";
import { every } from "@/lib/every";
import { log } from "@/lib/log";
import { responseBodyLimit } from "@/lib/outbound/body";
import { guardedAgent } from "@/lib/outbound/connector";
import { targetPolicy } from "@/lib/outbound/policy";
import { undoStepBack } from "@/lib/queue/clock-step";
import { deliveryQueue } from "@/lib/queue/delivery-queue";
import { accountSecretChanges, channels, wake, webhookChanges } from "@/lib/queue/notify";
import type { HandOff } from "@/lib/queue/queue";
import { fold } from "@/lib/tallies/fold";
import { startInbox } from "@/worker/inbox/start-inbox";
import { runAlerts } from "@/worker/jobs/alerts";
import { autoPause } from "@/worker/jobs/auto-pause";
import { checkQueue } from "@/worker/jobs/check-queue";
import { DueWork, type WorkKind } from "@/worker/jobs/due-work";
import { runFanOuts } from "@/worker/jobs/fan-outs";
import { newWorker, runHeartbeat } from "@/worker/jobs/heartbeat";
import { runReplays, stepsAtOnce } from "@/worker/jobs/replays";
import { runResumptions } from "@/worker/jobs/resumptions";
import { runUnusedOneShots } from "@/worker/jobs/unused-one-shots";
import { runNatsIntake } from "@/worker/nats/intake";
import { PollLoop } from "@/worker/scheduler/poll-loop";
import { ShardOwnership } from "@/worker/scheduler/shard-ownership";

/**
 * Claims and completions have a connection each, so that no other statement delays them. Their time limits are short, so
 * that a dead connection is replaced soon. Heartbeats share the connection of the claims. Limits not measured.
 */
const claims = { poolSize: 1, limitMs: 2000 };
const completions = { poolSize: 1, limitMs: 5000 };
/** One connection to expand fan-outs, two for periodic work. */
const maintenancePoolSize = 3;
const sweepMs = 15_000;
/** Shortest time between two runs that fold tallies, and longest until minutes that have expired are deleted. */
const foldMs = 5000;
const expireMs = 60_000;
/** Pause while more is left to fold, in durations of the portion before it: publishing and deliveries get most of the time. */
const foldPause = 3;

type Dispatch = "DISPATCH" | "NATS_URL" | "NATS_CREDENTIALS" | "NATS_CA" | "NATS_REPLICAS";
type Settings = Pick<
  Environment,
  "WORKER_CONCURRENCY" | "ALLOW_PRIVATE_CIDRS" | "CALLBACK_HTTPS_ONLY" | "EGRESS_PROXY_URL"
> &
  Partial<Pick<Environment, "STORE_RESPONSE_BODY" | Dispatch>>;

/**
 * Starts a worker on a database. `drain` ends claims and jobs: what is stored from then on is left to other workers. `stop` drains, and
 * resolves when all requests in flight are recorded.
 *
 * @param pooledUrl the same database by way of PgBouncer, for connections without state of their own
 */
export function startWorker(url: string, settings: Settings, pooledUrl = url) {
  const policy = targetPolicy(settings);
  const claiming = connectClaims(url, claims.poolSize, claims.limitMs);
  const completing = connectEngine(url, completions.poolSize, completions.limitMs);
  const sql = connectEngine(url, maintenancePoolSize);
  // Connects early, so that the first result does not wait for it.
  completing`select 1`.catch(() => null);
  const db = connectDatabase(pooledUrl, 1);
  // One connection for each concurrent step of a replay, one to read due replays, and one to resume webhooks.
  const jobDb = connectDatabase(pooledUrl, stepsAtOnce + 2);
  const inbox = startInbox(db, sql);
  const agent = guardedAgent(policy, undefined, inbox.socket);
  const sender = { agent, policy, keptBytes: settings.STORE_RESPONSE_BODY ?? responseBodyLimit };
  const dueWork = new DueWork(claiming);
  const { DISPATCH: dispatch = "local" } = settings;
  const self = newWorker(dispatch !== "local", () => undoStepBack(url));
  const ownership = self.sharded ? new ShardOwnership(claiming, self) : undefined;
  const loop = new PollLoop({
    sql,
    queue: deliveryQueue(claiming, completing),
    sender,
    concurrency: settings.WORKER_CONCURRENCY,
    ...(ownership && { ownership }),
    findDue: (floors, isIdle) => dueWork.look(floors, isIdle),
    isNotified: () => listener.isStarted(),
  });
  const stopping = new AbortController();

  const fanOuts = runFanOuts(sql);
  const listener = listen(url, {
    [channels.due]: () => loop.wake("due"),
    [channels.lane1]: () => loop.wake("lane1"),
    [channels.fanOut]: fanOuts.wake,
    ...(ownership && { [channels.shards]: ownership.divide }),
    // Without an id, changes may have been missed.
    [webhookChanges]: (id) => loop.noteChange(id === missed ? undefined : { webhookId: id }),
    [accountSecretChanges]: (id) =>
      loop.noteChange(id === missed ? undefined : { secretsOfAccount: id }),
    [changesChannel]: (notices) => {
      if (mayBringWork(notices)) loop.noteWork();
    },
  });
  // Its first claim follows the first `LISTEN`: a change between the two would be missed.
  const running = listener.settled.then(() => loop.run());
  const stepped = ({ id, accountId }: { id: string; accountId: string | null }) =>
    announce(sql, { kind: "replays", account: accountId ?? undefined, id });
  dueWork.on("fanOuts", fanOuts.wake);
  const on = (kind: WorkKind) => (wake: () => void) => dueWork.on(kind, wake);
  const replayed = { queued: () => loop.wake(), stepped, listen: on("replays") };
  const replaying = runReplays(jobDb, replayed, stopping.signal);
  const resumed = { freed: () => wake(sql), listen: on("resumptions") };
  const resuming = runResumptions(jobDb, resumed, stopping.signal);
  const alerting = runAlerts(db, sender, {
    signal: stopping.signal,
    listen: on("alerts"),
    changed: () => announce(sql, { kind: "alerts" }),
  });
  // Figures are exact without it; folding keeps reading them cheap.
  const foldTallies = async () => {
    const startedAt = performance.now();
    if (!(await fold(sql))) return { nextAfterMs: expireMs };
    return { nextAfterMs: foldPause * (performance.now() - startedAt) };
  };
  const tallying = every(expireMs, foldTallies, stopping.signal, {
    listen: (wake) => dueWork.on("tallies", atMostEvery(foldMs, wake)),
  });
  const heartbeat = ownership
    ? ownership.run(stopping.signal, loop.applyOwnership)
    : runHeartbeat(claiming, self, stopping.signal);
  const handedOver =
    ownership &&
    dispatch === "nats" &&
    runNatsIntake({ ownership, loop, sql, workerId: self.id, settings }, stopping.signal);
  const sweeping = every(sweepMs, () => sweep(sql), stopping.signal, { firstAfterMs: sweepMs });
  const deletingOneShots = runUnusedOneShots(sql, stopping.signal);

  function drain(): void {
    stopping.abort();
    loop.stop();
  }

  return {
    id: self.id,
    handOff: loop satisfies HandOff,
    owns: (webhookId: string) => ownership?.owns(webhookId) ?? true,
    drain,
    async stop(): Promise<void> {
      drain();
      await Promise.all([
        running,
        listener.stop(),
        replaying,
        resuming,
        alerting,
        tallying,
        heartbeat,
        sweeping,
        deletingOneShots,
        handedOver,
        fanOuts.stop(),
      ]);
      await loop.giveBackLate();
      await Promise.all([agent.destroy(), inbox.stop()]);
      await sendAnnounced(sql);
      const clients = [claiming, completing, sql, db.$client, jobDb.$client];
      await Promise.all(clients.map((client) => client.end({ timeout: 1 })));
    },
  };
}

/** Payload when listening begins: earlier notifications may have been missed. */
const missed = "[]";

/** Calls `wakes[channel]` for each notification. The callees poll as well, so missed notifications only cause a delay. */
function listen(url: string, wakes: Record<string, (payload: string) => void>) {
  let isStarted = false;
  let settle = () => {};
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const listener = startListener(url, {
    channels: Object.keys(wakes),
    beatMs: 5000,
    notified: (channel, payload) => wakes[channel]?.(payload),
    started() {
      isStarted = true;
      for (const wake of Object.values(wakes)) wake(missed);
      settle();
    },
    failed(error) {
      isStarted = false;
      log.warn({ err: error }, "listener disconnected; polling");
      settle();
    },
  });
  return {
    isStarted: () => isStarted,
    /** Resolves when it listens, or could not. */
    settled,
    async stop(): Promise<void> {
      settle();
      await listener.stop();
    },
  };
}

/** Publishing wakes the worker by itself. Other changes, such as a replay or a resumed webhook, may be work for a job. */
function mayBringWork(payload: string): boolean {
  const notices: Notice[] = JSON.parse(payload);
  return notices.some(({ kind }) => kind !== "events" && kind !== "deliveries");
}

/** Returns a function that calls `run` unless it did so less than `ms` ago. */
function atMostEvery(ms: number, run: () => void): () => void {
  let ranAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - ranAt < ms) return;
    ranAt = performance.now();
    run();
  };
}

async function sweep(sql: Sql): Promise<void> {
  for (const task of [checkQueue, autoPause]) {
    await task(sql).catch((error) => log.warn({ err: error, task: task.name }, "sweep failed"));
  }
}
