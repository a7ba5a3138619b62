import { setTimeout as delay } from "node:timers/promises";
import type { JetStreamClient } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import type { Sql } from "@/db/client";
import { log } from "@/lib/log";
import { metrics } from "@/lib/metrics/registry";
import { type Capacity, noCapacity } from "@/lib/queue/capacity";
import { release } from "@/lib/queue/complete";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";
import { wake } from "@/lib/queue/notify";
import type { HandedOver, HandOff } from "@/lib/queue/queue";
import { keepConnected } from "./connect";
import type { NatsSettings } from "./credentials";
import { encodeDelivery, type Report, unknownMs } from "./message";
import { ReportedCapacity } from "./reported-capacity";
import { capacitySubject, deliverySubject } from "./stream";

/** While a message has no answer for this long, new rows are stored due and claimed instead. */
const slowMs = 50;
/** Released rows gather for this long. */
const gatherMs = 5;

type Pending = { sentAt: number };
type LocalWorker = { id: string; handOff: HandOff; owns(webhookId: string): boolean };

/**
 * Passes new deliveries through JetStream to the workers that own their webhooks. A row is committed with its lease before
 * its message is published. No request to the API waits for the broker.
 *
 * Invariants:
 * 1. Rows are leased only while the broker answers within 50 ms and their worker reports capacity.
 * 2. If the broker refuses a message, its row is released at once. If the broker does not answer, the row is released after
 *    a second; by then the worker no longer accepts the message. The fence makes a message that arrives later harmless.
 * 3. After any other loss, the lease of the row ends and a claim finds it.
 */
export class NatsHandOff implements HandOff {
  readonly #sql: Sql;
  readonly #reported = new ReportedCapacity();
  /** Messages without an answer, oldest first. */
  readonly #pending = new Set<Pending>();
  readonly #publishing = new Set<Promise<void>>();
  readonly #unsent: LeasedDelivery[] = [];
  #releasing: Promise<void> | undefined;
  readonly #local: LocalWorker | undefined;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  /** Undefined while no server is connected. */
  #connection: NatsConnection | undefined;
  #stream: JetStreamClient | undefined;

  /** @param local worker in this process, if there is one */
  constructor(sql: Sql, settings: NatsSettings, local?: LocalWorker) {
    this.#sql = sql;
    this.#local = local;
    const { signal } = this.#stopping;
    this.#running = keepConnected(
      settings,
      { name: "postback web", signal },
      (connection) => void this.#use(connection),
    );
  }

  capacity(accountIds?: ReadonlySet<string>): Capacity {
    const own = this.#local?.handOff.capacity(accountIds) ?? noCapacity;
    return this.#isAnswering ? this.#reported.total(own, accountIds) : own;
  }

  take({ claimed, lane1Webhooks }: HandedOver): void {
    const isOwn = ({ webhookId }: LeasedDelivery) => this.#local?.owns(webhookId) ?? false;
    this.#local?.handOff.take({ claimed: claimed.filter(isOwn), lane1Webhooks: [] });
    for (const row of claimed.filter((row) => !isOwn(row))) {
      const work = this.#publish(row).finally(() => this.#publishing.delete(work));
      this.#publishing.add(work);
    }
    if (lane1Webhooks.length > 0) wake(this.#sql, "lane1");
  }

  /** Closes the connection once each message has an answer, or its lease is released. */
  async stop(): Promise<void> {
    await Promise.all(this.#publishing);
    this.#stopping.abort();
    await this.#running;
  }

  async #use(connection: NatsConnection): Promise<void> {
    const { jetstream } = await import("@nats-io/jetstream");
    if (connection.isClosed()) return;
    this.#connection = connection;
    this.#stream = jetstream(connection, { timeout: unknownMs });
    void connection.closed().then(() => {
      this.#stream = undefined;
    });
    connection.subscribe(capacitySubject, {
      callback: (error, message) => {
        if (error) return;
        const report = message.json<Report>();
        if (report.workerId !== this.#local?.id) this.#reported.note(report);
      },
    });
  }

  get #isAnswering(): boolean {
    if (!this.#stream) return false;
    const [oldest] = this.#pending;
    return !oldest || performance.now() - oldest.sentAt < slowMs;
  }

  async #publish(row: LeasedDelivery): Promise<void> {
    const workerId = this.#reported.ownerOf(row.webhookId);
    const message = encodeDelivery(row);
    const limit = this.#connection?.info?.max_payload ?? 0;
    if (!this.#stream || !workerId || Buffer.byteLength(message) > limit) {
      return this.#giveBack(row);
    }
    this.#reported.use(workerId, row);
    const pending = { sentAt: performance.now() };
    this.#pending.add(pending);
    try {
      await this.#stream.publish(deliverySubject(workerId), message);
      metrics().handOffs.inc({ result: "accepted" });
    } catch (error) {
      log.debug({ err: error, deliveryId: row.deliveryId }, "hand-off failed; releasing the lease");
      if (!isRefusal(error)) await delay(pending.sentAt + unknownMs - performance.now());
      await this.#giveBack(row);
    } finally {
      this.#pending.delete(pending);
    }
  }

  /** Releases a lease, with others that follow within a moment. */
  async #giveBack(row: LeasedDelivery): Promise<void> {
    metrics().handOffs.inc({ result: "released" });
    this.#unsent.push(row);
    this.#releasing ??= this.#releaseAll();
    await this.#releasing;
  }

  async #releaseAll(): Promise<void> {
    await delay(gatherMs);
    this.#releasing = undefined;
    await release(this.#sql, this.#unsent.splice(0)).catch((error) =>
      log.warn({ err: error }, "releasing leases failed; deliveries wait until they end"),
    );
    wake(this.#sql);
  }
}

/** Errors by which the broker says that it did not store a message: an error of the stream, or no stream. */
const refusals = new Set(["JetStreamApiError", "JetStreamNotEnabled"]);

function isRefusal(error: unknown): boolean {
  return error instanceof Error && refusals.has(error.name);
}
