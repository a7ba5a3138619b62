import { setTimeout as delay } from "node:timers/promises";
import type { JetStreamClient } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import type { Sql } from "@/db/client";
import { every } from "@/lib/every";
import { log } from "@/lib/log";
import { metrics } from "@/lib/metrics/registry";
import { type Capacity, noCapacity } from "@/lib/queue/capacity";
import { release } from "@/lib/queue/complete";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";
import { wake } from "@/lib/queue/notify";
import type { HandedOver, HandOff } from "@/lib/queue/queue";
import { UnderWay } from "@/lib/under-way";
import { keepConnected } from "./connect";
import type { NatsSettings } from "./credentials";
import { confirmationMs, type Encoded, encodeDeliveries, keyOf, type Report } from "./message";
import { OwnWorkers } from "./own-workers";
import { ReportedCapacity } from "./reported-capacity";
import { capacitySubject, confirmationSubject, deliverySubject } from "./stream";
import { subscribe } from "./subscribe";

/** While a message has no answer for this long, new rows are stored due and claimed instead. */
const slowMs = 50;
/** Interval at which unconfirmed messages are looked for. */
const sweepMs = 50;
/** Released rows gather for this long. */
const gatherMs = 5;

type Sent = { sentAt: number; isAnswered: boolean };
type LocalWorker = { id: string; handOff: HandOff; owns(webhookId: string): boolean };

/**
 * Passes new deliveries through JetStream to the workers that own their webhooks. A row is committed with its lease before
 * its message is published. No request to the API waits for the broker.
 *
 * Invariants:
 * 1. Rows are leased only while the broker answers within 50 ms and their worker reports capacity.
 * 2. If the broker refuses a message, its rows are released at once. If no worker confirms a row, it is released after 1.25 s,
 *    whether the broker accepted its message or not.
 * 3. A row is either released or granted, never both. A worker sends only what was granted to it, so each request holds a
 *    lease until its result is recorded. If a grant is lost, the worker releases the row.
 * 4. If the worker that took a row is lost, its lease ends and a claim finds it.
 */
export class NatsHandOff implements HandOff {
  readonly #sql: Sql;
  readonly #own: OwnWorkers;
  readonly #reported = new ReportedCapacity();
  /** Messages from the oldest without an answer on. */
  readonly #sent: Sent[] = [];
  /** Published rows that no worker has confirmed, by key, oldest first. */
  #unconfirmed = new Map<string, { sentAt: number; row: LeasedDelivery }>();
  readonly #id = crypto.randomUUID();
  readonly #publishing = new UnderWay();
  readonly #toRelease: LeasedDelivery[] = [];
  #releasing: Promise<void> | undefined;
  readonly #local: LocalWorker | undefined;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  readonly #sweeping: Promise<void>;
  /** Undefined while no server is connected, and so is the stream. */
  #connection: NatsConnection | undefined;
  #stream: JetStreamClient | undefined;

  /** @param local worker in this process, if there is one */
  constructor(sql: Sql, settings: NatsSettings, local?: LocalWorker) {
    this.#sql = sql;
    this.#own = new OwnWorkers(sql);
    this.#local = local;
    const { signal } = this.#stopping;
    this.#running = keepConnected(
      settings,
      { name: "postback web", signal },
      (connection) => void this.#use(connection),
    );
    this.#sweeping = every(sweepMs, () => this.#releaseUnconfirmed(), signal);
  }

  capacity(accountIds?: ReadonlySet<string>): Capacity {
    const own = this.#local?.handOff.capacity(accountIds) ?? noCapacity;
    return this.#isAnswering ? this.#reported.total(own, accountIds) : own;
  }

  take({ claimed, lane1Webhooks }: HandedOver): void {
    const isOwn = ({ webhookId }: LeasedDelivery) => this.#local?.owns(webhookId) ?? false;
    this.#local?.handOff.take({ claimed: claimed.filter(isOwn), lane1Webhooks: [] });
    this.#publishAll(claimed.filter((row) => !isOwn(row)));
    if (lane1Webhooks.length > 0) wake(this.#sql, "lane1");
  }

  /** Closes the connection once each message is confirmed, or its lease is released. */
  async stop(): Promise<void> {
    while (this.#unconfirmed.size > 0) await delay(gatherMs);
    await this.#publishing.ended();
    this.#stopping.abort();
    await Promise.all([this.#running, this.#sweeping]);
  }

  async #use(connection: NatsConnection): Promise<void> {
    const { jetstream } = await import("@nats-io/jetstream");
    if (connection.isClosed()) return;
    this.#connection = connection;
    this.#stream = jetstream(connection, { timeout: confirmationMs });
    void connection.closed().then(() => {
      this.#connection = undefined;
      this.#stream = undefined;
    });
    subscribe<string[]>(connection, confirmationSubject(this.#id), (keys, message) => {
      const granted = keys.filter((key) => this.#unconfirmed.delete(key));
      // A new map: one that lives long causes full collections, see `Lru`.
      if (this.#unconfirmed.size === 0) this.#unconfirmed = new Map();
      message.respond(JSON.stringify(granted));
    });
    subscribe<Report>(connection, capacitySubject, (report) => {
      const { workerId } = report;
      if (workerId !== this.#local?.id && this.#own.has(workerId)) this.#reported.note(report);
    });
  }

  get #isAnswering(): boolean {
    if (!this.#stream) return false;
    const [oldest] = this.#sent;
    return !oldest || performance.now() - oldest.sentAt < slowMs;
  }

  /** Publishes rows to the workers that own their webhooks. Gives back those that cannot be published. */
  #publishAll(rows: LeasedDelivery[]): void {
    const byWorker = new Map<string, LeasedDelivery[]>();
    const unowned: LeasedDelivery[] = [];
    for (const row of rows) {
      const workerId = this.#stream && this.#reported.ownerOf(row.webhookId);
      const others = workerId && byWorker.get(workerId);
      if (!workerId) unowned.push(row);
      else if (others) others.push(row);
      else byWorker.set(workerId, [row]);
    }
    this.#publishing.add(this.#giveBack(unowned));
    const limit = this.#connection?.info?.max_payload ?? 0;
    for (const [workerId, owned] of byWorker) {
      const { messages, tooLarge } = encodeDeliveries(owned, this.#id, limit);
      this.#publishing.add(this.#giveBack(tooLarge));
      for (const message of messages) this.#publishing.add(this.#publish(workerId, message));
    }
  }

  async #publish(workerId: string, { rows, text }: Encoded): Promise<void> {
    const sent = { sentAt: performance.now(), isAnswered: false };
    this.#sent.push(sent);
    for (const row of rows) {
      this.#reported.use(workerId, row);
      this.#unconfirmed.set(keyOf(row), { sentAt: sent.sentAt, row });
    }
    try {
      await this.#stream?.publish(deliverySubject(workerId), text);
      metrics().handOffs.inc({ result: "accepted" }, rows.length);
    } catch (error) {
      log.debug({ err: error, deliveries: rows.length }, "hand-off failed");
      if (isRefusal(error))
        await this.#giveBack(rows.filter((row) => this.#unconfirmed.delete(keyOf(row))));
    } finally {
      sent.isAnswered = true;
      while (this.#sent[0]?.isAnswered) this.#sent.shift();
    }
  }

  /** Releases the leases of messages that no worker confirmed in time. */
  #releaseUnconfirmed(): void {
    const late: LeasedDelivery[] = [];
    for (const [key, { row, sentAt }] of this.#unconfirmed) {
      if (performance.now() - sentAt < confirmationMs) break;
      this.#unconfirmed.delete(key);
      late.push(row);
    }
    this.#publishing.add(this.#giveBack(late));
  }

  /** Releases leases, with others that follow within a moment. */
  async #giveBack(rows: LeasedDelivery[]): Promise<void> {
    if (rows.length === 0) return;
    metrics().handOffs.inc({ result: "released" }, rows.length);
    this.#toRelease.push(...rows);
    this.#releasing ??= this.#releaseAll();
    await this.#releasing;
  }

  async #releaseAll(): Promise<void> {
    await delay(gatherMs);
    this.#releasing = undefined;
    const rows = this.#toRelease.splice(0);
    await release(this.#sql, rows).catch((error) =>
      log.warn(
        { err: error, deliveries: rows.length },
        "releasing leases failed; deliveries wait until they end",
      ),
    );
    wake(this.#sql);
  }
}

/** Errors by which the broker says that it did not store a message: an error of the stream, or no stream. */
const refusals = new Set(["JetStreamApiError", "JetStreamNotEnabled"]);

function isRefusal(error: unknown): boolean {
  return error instanceof Error && refusals.has(error.name);
}
