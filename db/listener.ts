import { setTimeout as delay } from "node:timers/promises";
import { openClient } from "./driver";

const limitMs = 2000;
const retryMs = 250;

type Listening = {
  channels: string[];
  /** Interval of repeated `LISTEN` statements, which detect a lost connection. */
  beatMs: number;
  notified(channel: string, payload: string): void;
  /** Called whenever listening begins: earlier notifications may have been missed. */
  started(): void;
  /** Called after each statement that the database answered: earlier notifications have been delivered. */
  answered?(): void;
  failed(error: unknown): void;
};

/** Listens on its own connection until stopped, and reconnects whenever the connection is lost. */
export function startListener(
  url: string,
  { channels, beatMs, notified, started, answered, failed }: Listening,
) {
  const stopping = new AbortController();
  let interrupted = new AbortController();
  let isListening = false;
  const client = openClient(url, {
    max: 1,
    limitMs,
    onnotify: notified,
    onclose() {
      isListening = false;
      interrupted.abort();
    },
  });
  const statement = channels.map((channel) => `listen "${channel}"`).join("; ");

  async function beat(): Promise<void> {
    // If the connection is lost meanwhile, `onclose` sets it in this object.
    const connection = interrupted;
    await client.unsafe(statement);
    if (connection.signal.aborted || stopping.signal.aborted) return;
    if (!isListening) {
      isListening = true;
      started();
    }
    answered?.();
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (interrupted.signal.aborted) interrupted = new AbortController();
      const failure = await beat().then(
        () => null,
        (error: unknown) => ({ error }),
      );
      if (failure && !stopping.signal.aborted) failed(failure.error);
      const signal = AbortSignal.any([stopping.signal, interrupted.signal]);
      await delay(beatMs, null, { signal, ref: false }).catch(() => null);
      if (!isListening)
        await delay(retryMs, null, { signal: stopping.signal, ref: false }).catch(() => null);
    }
  }

  const running = run();
  return {
    async stop(): Promise<void> {
      stopping.abort();
      await client.end({ timeout: 1 });
      await running;
    },
  };
}
