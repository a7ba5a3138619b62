import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { connectSql, type Sql } from "@/db/client";
import { log } from "@/lib/log";
import { channel, type Notice } from "./change";

const listenAgainMs = 1000;
/** A page that is loaded again comes back within this time. */
const lingerMs = 5000;

export type Listener = {
  /** From here on nothing is missed; `id` names this moment. */
  ready(id: string): void;
  changed(notices: Notice[], id: string): void;
};

/** Hears what changes, in whichever process, while somebody wants to know. */
export class Hub {
  readonly #url: string;
  readonly #listeners = new Set<Listener>();
  #sql: Sql | undefined;
  #lingering: NodeJS.Timeout | undefined;
  /** Anew whenever something may have been missed. */
  #epoch: string | undefined;
  #heard = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /** The moment, while it is certain that nothing was missed. */
  get id(): string | undefined {
    return this.#epoch && `${this.#epoch}-${this.#heard}`;
  }

  /** Answers with what ends it. */
  hear(listener: Listener): () => void {
    clearTimeout(this.#lingering);
    this.#listeners.add(listener);
    if (!this.#sql) this.#open();
    if (this.id) listener.ready(this.id);
    return () => {
      if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return;
      this.#lingering = setTimeout(() => void this.close(), lingerMs).unref();
    };
  }

  async close(): Promise<void> {
    clearTimeout(this.#lingering);
    const sql = this.#sql;
    this.#sql = undefined;
    this.#epoch = undefined;
    await sql?.end({ timeout: 1 });
  }

  #open(): void {
    this.#sql = connectSql(this.#url, 1);
    void this.#listen(this.#sql);
  }

  /** Keeps at it until it hears once; after that the client itself listens again when a connection is lost. */
  async #listen(sql: Sql): Promise<void> {
    while (this.#sql === sql) {
      try {
        await sql.listen(
          channel,
          (text) => this.#tell(JSON.parse(text)),
          () => this.#begin(),
        );
        return;
      } catch (error) {
        log.warn({ err: error }, "changes are not heard of yet");
        await delay(listenAgainMs, undefined, { ref: false });
      }
    }
  }

  #begin(): void {
    this.#epoch = randomUUID();
    this.#heard = 0;
    for (const listener of this.#listeners) listener.ready(`${this.#epoch}-0`);
  }

  #tell(notices: Notice[]): void {
    this.#heard++;
    const { id } = this;
    if (id) for (const listener of this.#listeners) listener.changed(notices, id);
  }
}
