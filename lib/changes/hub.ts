import { randomUUID } from "node:crypto";
import { startListener } from "@/db/listener";
import { log } from "@/lib/log";
import { channel, type Notice } from "./change";

/** How long the connection stays open without listeners: a page connects within this time after it was rendered. */
const lingerMs = 30_000;
/** Number of latest notifications kept for streams that connect later: 16 seconds of constant changes, at most 512 kB. */
const keptNotices = 64;
/** A page is not kept waiting for the database: without a position it reads everything again once connected. */
const positionTimeoutMs = 100;
/** Interval of the statements that prove the connection. Pages count their data as stale after two and a half of them. */
const beatMs = 1000;

export type Listener = {
  /** No change is missed from now on. `id` identifies this moment. */
  ready(id: string): void;
  changed(notices: Notice[], id: string): void;
  /** Called every second: whether the database answered, so that no change before this moment is missing. */
  beat(isCurrent: boolean): void;
};

/** One notification, with its moment. */
type Heard = { id: string; moment: number; notices: Notice[] };

/** Listens for changes of all processes while there are listeners, and for a while after the last one. */
export class Hub {
  readonly #url: string;
  readonly #listeners = new Set<Listener>();
  #connection: ReturnType<typeof startListener> | undefined;
  #lingering: NodeJS.Timeout | undefined;
  /** Renewed whenever changes may have been missed. */
  #epoch: string | undefined;
  #latestMoment = 0;
  /** Moment since which all notifications are kept. */
  #keptSince = 0;
  /** The latest notifications of this epoch. */
  #kept: Heard[] = [];

  constructor(url: string) {
    this.#url = url;
  }

  /** Returns the id of the current moment, or undefined while changes may be missed. */
  #now(): string | undefined {
    return this.#epoch && `${this.#epoch}-${this.#nextMoment()}`;
  }

  /** Returns the time in µs, each larger than the one before. A number of notifications would count the changes of all accounts. */
  #nextMoment(): number {
    this.#latestMoment = Math.max(this.#latestMoment + 1, Math.floor(performance.now() * 1000));
    return this.#latestMoment;
  }

  /** Adds a listener. Returns the function that removes it. */
  addListener(listener: Listener): () => void {
    clearTimeout(this.#lingering);
    this.#listeners.add(listener);
    if (!this.#connection) this.#open();
    const id = this.#now();
    if (id) listener.ready(id);
    return () => {
      if (this.#listeners.delete(listener)) this.#linger();
    };
  }

  /** Returns the notifications after the moment `id`, or undefined if some of them are not known any more. */
  since(id: string | null): Heard[] | undefined {
    if (!this.#epoch || !id?.startsWith(`${this.#epoch}-`)) return undefined;
    const since = Number(id.slice(this.#epoch.length + 1));
    const isKnown = since >= this.#keptSince && since <= this.#latestMoment;
    return isKnown ? this.#kept.filter(({ moment }) => moment > since) : undefined;
  }

  /**
   * Returns the id of the current moment. Starts to listen if necessary.
   * @returns undefined if the database does not answer at once
   */
  async position(): Promise<string | undefined> {
    const now = this.#now();
    if (now) {
      this.#linger();
      return now;
    }
    return new Promise((resolve) => {
      const finish = (id?: string) => {
        clearTimeout(timeout);
        remove();
        resolve(id);
      };
      const remove = this.addListener({ ready: finish, changed: () => {}, beat: () => {} });
      const timeout = setTimeout(finish, positionTimeoutMs);
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#lingering);
    const connection = this.#connection;
    this.#connection = undefined;
    this.#epoch = undefined;
    this.#kept = [];
    await connection?.stop();
  }

  #open(): void {
    this.#connection = startListener(this.#url, {
      channels: [channel],
      beatMs,
      notified: (_, text) => this.#notify(JSON.parse(text)),
      started: () => this.#begin(),
      answered: () => this.#beat(true),
      failed: (error) => {
        log.warn({ err: error }, "change listener disconnected");
        this.#beat(false);
      },
    });
  }

  #linger(): void {
    if (this.#listeners.size > 0) return;
    clearTimeout(this.#lingering);
    this.#lingering = setTimeout(() => void this.close(), lingerMs).unref();
  }

  #begin(): void {
    this.#epoch = randomUUID();
    this.#keptSince = this.#nextMoment();
    this.#kept = [];
    for (const listener of this.#listeners) listener.ready(`${this.#epoch}-${this.#keptSince}`);
  }

  #beat(isCurrent: boolean): void {
    for (const listener of this.#listeners) listener.beat(isCurrent);
  }

  #notify(notices: Notice[]): void {
    if (!this.#epoch) return;
    const moment = this.#nextMoment();
    const id = `${this.#epoch}-${moment}`;
    this.#kept.push({ id, moment, notices });
    if (this.#kept.length > keptNotices) this.#keptSince = this.#kept.shift()?.moment ?? moment;
    for (const listener of this.#listeners) listener.changed(notices, id);
  }
}
