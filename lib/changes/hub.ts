import { randomUUID } from "node:crypto";
import { startListener } from "@/db/listener";
import { log } from "@/lib/log";
import { channel, type Notice } from "./change";

/** How long the connection stays open without listeners: a reloaded page is back within this time. */
const lingerMs = 5000;
/** Interval of the statements that prove the connection. Pages call their data stale after two and a half of them. */
const beatMs = 1000;

export type Listener = {
  /** No change is missed from now on. `id` identifies this moment. */
  ready(id: string): void;
  changed(notices: Notice[], id: string): void;
  /** Called every second: whether the database answered, so that no change before this moment is missing. */
  beat(isCurrent: boolean): void;
};

/** Listens for changes of all processes while there are listeners. */
export class Hub {
  readonly #url: string;
  readonly #listeners = new Set<Listener>();
  #connection: ReturnType<typeof startListener> | undefined;
  #lingering: NodeJS.Timeout | undefined;
  /** Renewed whenever changes may have been missed. */
  #epoch: string | undefined;
  #heard = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /** Id of the current moment, or undefined while changes may be missed. */
  get id(): string | undefined {
    return this.#epoch && `${this.#epoch}-${this.#heard}`;
  }

  /** Adds a listener. Returns the function that removes it. */
  addListener(listener: Listener): () => void {
    clearTimeout(this.#lingering);
    this.#listeners.add(listener);
    if (!this.#connection) this.#open();
    if (this.id) listener.ready(this.id);
    return () => {
      if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return;
      this.#lingering = setTimeout(() => void this.close(), lingerMs).unref();
    };
  }

  async close(): Promise<void> {
    clearTimeout(this.#lingering);
    const connection = this.#connection;
    this.#connection = undefined;
    this.#epoch = undefined;
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

  #begin(): void {
    this.#epoch = randomUUID();
    this.#heard = 0;
    for (const listener of this.#listeners) listener.ready(`${this.#epoch}-0`);
  }

  #beat(isCurrent: boolean): void {
    for (const listener of this.#listeners) listener.beat(isCurrent);
  }

  #notify(notices: Notice[]): void {
    this.#heard++;
    const { id } = this;
    if (id) for (const listener of this.#listeners) listener.changed(notices, id);
  }
}
