import { setTimeout as delay } from "node:timers/promises";
import type { JsMsg } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import type { Sql } from "@/db/client";
import { every } from "@/lib/every";
import { log } from "@/lib/log";
import { Lru } from "@/lib/lru";
import { connectNats, type NatsSettings } from "@/lib/nats/connect";
import { decodeDelivery, takeMs } from "@/lib/nats/message";
import { capacitySubject, ensureConsumer, ensureStream, streamName } from "@/lib/nats/stream";
import { release } from "@/lib/queue/complete";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";
import { wake } from "@/lib/queue/notify";
import type { HandOff } from "@/lib/queue/queue";
import type { ShardOwnership } from "@/worker/scheduler/shard-ownership";

/** Pause between two reports of capacity. Not measured. */
const reportMs = 100;
/** Pause before the stream is opened again. */
const reopenMs = 500;
/** Messages remembered, because a message may arrive again when its acknowledgement was lost. */
const rememberedMessages = 10_000;

type Intake = {
  workerId: string;
  settings: NatsSettings & { NATS_REPLICAS?: number };
  ownership: Pick<ShardOwnership, "owns" | "monotonicOf">;
  loop: HandOff;
  sql: Sql;
};

/**
 * Takes the deliveries that web processes publish to this worker, until the signal is aborted. While the broker or the
 * stream is away it reports no capacity, and deliveries are claimed as without a broker.
 */
export async function runNatsIntake(intake: Intake, signal: AbortSignal): Promise<void> {
  const { settings, workerId, ownership, loop, sql } = intake;
  const taken = new Lru<string, true>(rememberedMessages);
  let isOpen = false;

  /** Takes messages until the stream or the consumer is gone. */
  async function consume(connection: NatsConnection): Promise<void> {
    const { jetstream, jetstreamManager } = await import("@nats-io/jetstream");
    const manager = await jetstreamManager(connection);
    await ensureStream(manager, settings.NATS_REPLICAS ?? 1);
    await ensureConsumer(manager, workerId);
    const consumer = await jetstream(connection).consumers.get(streamName, workerId);
    const messages = await consumer.consume({ abort_on_missing_resource: true, expires: 5000 });
    const close = () => void messages.close();
    signal.addEventListener("abort", close);
    isOpen = true;
    try {
      for await (const message of messages) receive(message);
    } finally {
      isOpen = false;
      signal.removeEventListener("abort", close);
    }
  }

  function receive(message: JsMsg): void {
    message.ack();
    const row = decodeDelivery(message.string(), (time) => ownership.monotonicOf(time));
    const key = `${row.deliveryId} ${row.lease}`;
    if (taken.get(key)) return;
    taken.set(key, true);
    const isInTime = performance.now() - row.claimedAt < takeMs;
    if (isInTime && ownership.owns(row.webhookId)) loop.take({ claimed: [row], lane1Webhooks: [] });
    else void giveBack(row);
  }

  /** Gives back the lease of a row that came too late, or whose webhook has another owner. */
  async function giveBack(row: LeasedDelivery): Promise<void> {
    await release(sql, [row]).catch((error) =>
      log.warn({ err: error }, "releasing a lease failed; the delivery waits until it ends"),
    );
    wake(sql);
  }

  const connecting = connectNats(settings, { name: `postback worker ${workerId}` });
  const aborted = new Promise<null>((resolve) =>
    signal.addEventListener("abort", () => resolve(null), { once: true }),
  );
  const connection = await Promise.race([connecting, aborted]).catch((error) => {
    log.error({ err: error }, "broker refused; deliveries wait for a claim");
    return null;
  });
  if (!connection) {
    connecting.then((late) => late.close()).catch(() => null);
    return;
  }
  const reporting = every(
    reportMs,
    () => {
      if (!isOpen || connection.isClosed()) return;
      const report = { workerId, capacity: loop.capacity() };
      connection.publish(capacitySubject, JSON.stringify(report));
    },
    signal,
  );
  while (!signal.aborted) {
    await consume(connection).catch((error) =>
      log.warn({ err: error }, "stream not available; deliveries wait for a claim"),
    );
    if (!signal.aborted) await delay(reopenMs, undefined, { signal }).catch(() => null);
  }
  await reporting;
  await connection.close();
}
