import { setTimeout as delay } from "node:timers/promises";
import { openClient } from "./driver";

const limitMs = 2000;
const retryMs = 250;

type Listening = {
  channels: string[];
  /** Longest interval of repeated `LISTEN` statements, which detect a lost connection. */
  beatMs: number;
  notified(channel: string, payload: string): void;
  /** Called whenever listening begins: earlier notifications may have been missed. */
  started(): void;
  /** Called after each statement that the database answered: earlier notifications have been delivered. */
  answered?(): void;
  failed(error: unknown): void;
};

/** Connections of this process, by URL. */
const connections = new Map<string, ListenerConnection>();

/**
 * Listens until stopped, and reconnects whenever the connection is lost. All listeners of a process to one database share
 * a connection.
 */
export function startListener(url: string, listening: Listening) {
  const connection = connections.get(url) ?? new ListenerConnection(url);
  connections.set(url, connection);
  connection.add(listening);
  return {
    async stop(): Promise<void> {
      if (connection.remove(listening) > 0) return;
      connections.delete(url);
      await connection.end();
    },
  };
}

class ListenerConnection {
  readonly #client: ReturnType<typeof openClient>;
  readonly #all = new Set<Listening>();
  /** Those that have been started since the connection was opened. */
  readonly #started = new Set<Listening>();
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  /** Ends the pause before the next statement. */
  #pause = new AbortController();
  /** Number of times that the connection was lost. */
  #losses = 0;

  constructor(url: string) {
    this.#client = openClient(url, {
      max: 1,
      limitMs,
      onnotify: (channel, payload) => {
        for (const one of this.#all)
          if (one.channels.includes(channel)) one.notified(channel, payload);
      },
      onclose: () => {
        this.#losses++;
        this.#started.clear();
        this.#pause.abort();
      },
    });
    this.#running = this.#run();
  }

  add(listening: Listening): void {
    this.#all.add(listening);
    this.#pause.abort();
  }

  /** Returns how many are left. */
  remove(listening: Listening): number {
    this.#all.delete(listening);
    this.#started.delete(listening);
    const kept = this.#channels();
    const unused = listening.channels.filter((channel) => !kept.has(channel));
    if (kept.size > 0 && unused.length > 0)
      this.#client.unsafe(statement("unlisten", unused)).catch(() => null);
    return this.#all.size;
  }

  async end(): Promise<void> {
    this.#stopping.abort();
    this.#pause.abort();
    await this.#client.end({ timeout: 1 });
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    // The first listener is added in this turn of the event loop.
    await null;
    while (!signal.aborted) {
      this.#pause = new AbortController();
      await this.#beat().catch((error: unknown) => {
        if (!signal.aborted) for (const one of this.#all) one.failed(error);
      });
      await rest(this.#beatMs(), this.#pause.signal);
      if (this.#started.size === 0) await rest(retryMs, signal);
    }
  }

  async #beat(): Promise<void> {
    const [asked, losses] = [[...this.#all], this.#losses];
    await this.#client.unsafe(statement("listen", this.#channels()));
    if (losses !== this.#losses || this.#stopping.signal.aborted) return;
    for (const one of asked) {
      if (!this.#all.has(one)) continue;
      if (!this.#started.has(one)) {
        this.#started.add(one);
        one.started();
      }
      one.answered?.();
    }
  }

  #channels(): Set<string> {
    return new Set([...this.#all].flatMap(({ channels }) => channels));
  }

  #beatMs(): number {
    return Math.min(...[...this.#all].map(({ beatMs }) => beatMs));
  }
}

function statement(verb: "listen" | "unlisten", channels: Iterable<string>): string {
  return [...channels].map((channel) => `${verb} "${channel}"`).join("; ");
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, null, { signal, ref: false }).catch(() => null);
}
