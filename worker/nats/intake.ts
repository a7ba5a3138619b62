import { setTimeout as delay } from "node:timers/promises";
import type { JsMsg } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import type { Sql } from "@/db/client";
import { every } from "@/lib/every";
import { log } from "@/lib/log";
import { LogRepeats } from "@/lib/log-repeats";
import { Lru } from "@/lib/lru";
import { keepConnected } from "@/lib/nats/connect";
import type { NatsSettings } from "@/lib/nats/credentials";
import { decodeDeliveries, keyOf, type Report } from "@/lib/nats/message";
import {
  capacitySubject,
  deliverySubject,
  ensureConsumer,
  ensureStream,
  streamName,
} from "@/lib/nats/stream";
import { dropUnknown } from "@/lib/nats/subscribe";
import { noCapacity } from "@/lib/queue/capacity";
import { release } from "@/lib/queue/complete";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";
import { wake } from "@/lib/queue/notify";
import type { HandOff } from "@/lib/queue/queue";
import type { ShardOwnership } from "@/worker/scheduler/shard-ownership";
import { grantedDeliveries } from "./grants";

/** Pause between two reports of capacity, each with a probe. Not measured. */
const reportMs = 100;
/** Age of the last probe that came back, beyond which no capacity is reported. Not measured. */
const provenMs = 500;
/** Pause before the stream is opened again. */
const reopenMs = 250;
/** Time of a request for messages: one that got lost with its server is noticed after this time, and repeated. */
const expiresMs = 1000;
/** Time in which messages arrive that were published before a worker reported that it stops. Not measured. */
const lastMs = 250;
/** Deliveries remembered, because a message may arrive again when its acknowledgement was lost. */
const rememberedDeliveries = 10_000;

const repeats = new LogRepeats();

type Intake = {
  workerId: string;
  settings: NatsSettings & { NATS_REPLICAS?: number };
  ownership: Pick<ShardOwnership, "owns" | "monotonicOf">;
  loop: HandOff;
  sql: Sql;
};

type Confirm = ReturnType<typeof grantedDeliveries>;

/**
 * Takes the deliveries that web processes publish to this worker, until the signal is aborted. It also publishes probes to
 * itself, and reports capacity only while they come back: a server may be connected although the stream has no leader, or
 * accept messages that do not arrive. Deliveries are then claimed as without a broker.
 */
export async function runNatsIntake(intake: Intake, signal: AbortSignal): Promise<void> {
  const { settings, workerId, ownership, loop, sql } = intake;
  const seen = new Lru<string, true>(rememberedDeliveries);
  const closing = new AbortController();
  let provenAt = Number.NEGATIVE_INFINITY;

  /** Takes messages until the stream or the consumer is gone. */
  async function consume(connection: NatsConnection, confirm: Confirm): Promise<void> {
    const { jetstream, jetstreamManager } = await import("@nats-io/jetstream");
    const manager = await jetstreamManager(connection);
    await ensureStream(manager, settings.NATS_REPLICAS ?? 1);
    await ensureConsumer(manager, workerId);
    const consumer = await jetstream(connection).consumers.get(streamName, workerId);
    const messages = await consumer.consume({
      abort_on_missing_resource: true,
      expires: expiresMs,
    });
    for await (const message of messages) receive(message, confirm);
  }

  function receive(message: JsMsg, confirm: Confirm): void {
    message.ack();
    if (message.data.length === 0) {
      provenAt = performance.now();
      return;
    }
    dropUnknown(message.subject, () => {
      const { publisher, rows } = decodeDeliveries(message.string(), (time) =>
        ownership.monotonicOf(time),
      );
      const unseen = rows.filter((row) => !seen.get(keyOf(row)));
      for (const row of unseen) seen.set(keyOf(row), true);
      if (unseen.length > 0) confirm(publisher, unseen);
    });
  }

  function take(rows: LeasedDelivery[]): void {
    const isOwn = ({ webhookId }: LeasedDelivery) => !signal.aborted && ownership.owns(webhookId);
    loop.take({ claimed: rows.filter(isOwn), lane1Webhooks: [] });
    void giveBack(rows.filter((row) => !isOwn(row)));
  }

  /** Releases rows that the publisher did not grant, and rows of webhooks that another worker owns. */
  async function giveBack(rows: LeasedDelivery[]): Promise<void> {
    if (rows.length === 0) return;
    await release(sql, rows).catch((error) =>
      log.warn({ err: error }, "releasing a lease failed; the delivery waits until it ends"),
    );
    wake(sql);
  }

  function report(connection: NatsConnection): void {
    if (connection.isClosed()) return;
    connection.publish(deliverySubject(workerId));
    const isProven = performance.now() - provenAt < provenMs;
    const capacity = isProven && !signal.aborted ? loop.capacity() : noCapacity;
    connection.publish(capacitySubject, JSON.stringify({ workerId, capacity } satisfies Report));
  }

  async function use(connection: NatsConnection): Promise<void> {
    const closed = new AbortController();
    void connection.closed().then(() => closed.abort());
    void every(reportMs, () => report(connection), closed.signal);
    const confirm = grantedDeliveries(connection, workerId, { take, giveBack });
    while (!closed.signal.aborted) {
      await consume(connection, confirm).catch((error: Error) => {
        if (closed.signal.aborted) return;
        repeats.note(error.message, (repeated) =>
          log.warn({ err: error, repeated }, "stream not available; deliveries wait for a claim"),
        );
      });
      await delay(reopenMs, null, { signal: closed.signal }).catch(() => null);
    }
  }

  // Reports go on for a moment without capacity, and messages that are under way are given back.
  signal.addEventListener("abort", () => setTimeout(() => closing.abort(), lastMs), { once: true });
  await keepConnected(
    settings,
    { name: `postback worker ${workerId}`, signal: closing.signal },
    (connection) => void use(connection),
  );
}
