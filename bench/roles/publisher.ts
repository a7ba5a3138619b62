import { setTimeout as delay } from "node:timers/promises";
import { now } from "../clock";
import { answerCalls } from "../role";
import { requestText, Wire } from "../wire";

/** The bodies are sent in turn. */
type Target = { url: string; headers: Record<string, string>; bodies: string[] };
type Flood = Target & { connections: number; seconds: number };
type Pace = Target & { rate: number; seconds: number };

/** Due time and response time, in milliseconds on the shared clock. */
export type Accepted = { dueAt: number; at: number };

const calls = {
  /** Publishes as fast as this many connections get responses. */
  async flood({ url, headers, bodies, connections, seconds }: Flood) {
    const next = inTurn({ url, headers, bodies });
    const wires = await Promise.all(Array.from({ length: connections }, () => Wire.open(url)));
    const startedAt = now();
    const endAt = startedAt + seconds * 1000;
    let done = 0;
    let refused = 0;
    const took: number[] = [];
    await Promise.all(
      wires.map(async (wire) => {
        while (now() < endAt) {
          const askedAt = now();
          const { status } = await wire.ask(next());
          if (status < 300) done++;
          else refused++;
          took.push(now() - askedAt);
        }
      }),
    );
    const seen = { done, refused, startedAt, perSecond: (done / (now() - startedAt)) * 1000, took };
    for (const wire of wires) wire.close();
    return seen;
  },

  /**
   * Publishes at a fixed rate regardless of response times: an event that waits for a free connection counts from its
   * due time, so that a stalling server is not spared.
   */
  async pace({ url, headers, bodies, rate, seconds }: Pace) {
    const next = inTurn({ url, headers, bodies });
    const free = await Promise.all(Array.from({ length: 32 }, () => Wire.open(url)));
    const opened = [...free];
    const accepted = new Map<string, Accepted>();
    let refused = 0;
    const underWay: Promise<void>[] = [];
    const startedAt = now();

    async function publish(dueAt: number): Promise<void> {
      const wire = free.pop() ?? (await Wire.open(url));
      const { status, body: text } = await wire.ask(next());
      if (status === 202)
        accepted.set(/"id":"([^"]+)"/.exec(text)?.[1] ?? "", { dueAt, at: now() });
      else refused++;
      free.push(wire);
    }

    for (let sent = 0; sent < rate * seconds; ) {
      const dueAt = startedAt + (sent / rate) * 1000;
      if (dueAt > now()) {
        await delay(Math.max(1, Math.floor(dueAt - now())));
        continue;
      }
      underWay.push(publish(dueAt));
      sent++;
    }
    await Promise.all(underWay);
    for (const wire of opened) wire.close();
    for (const wire of free) wire.close();
    return { accepted, refused };
  },
};
function inTurn({ url, headers, bodies }: Target): () => string {
  const requests = bodies.map((body) => requestText(url, headers, body));
  let sent = 0;
  return () => requests[sent++ % requests.length] ?? "";
}

export type Publisher = typeof calls;
answerCalls(calls);
