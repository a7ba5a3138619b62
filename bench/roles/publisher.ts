import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { now } from "../clock";
import { answerCalls } from "../role";
import { requestText, Wire } from "../wire";

/** In a body: replaced by a mark of its own in each request, by which the receiver knows the event. */
export const marker = "{{id}}";
const newMark = () => `bench-${randomUUID()}`;

/** The bodies are sent in turn. */
type Target = {
  url: string;
  headers: Record<string, string>;
  /** Headers that every tenth request has in addition. */
  headersOfTenth?: Record<string, string>;
  bodies: string[];
};
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
          const { status } = await wire.ask(next().text);
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
  async pace({ rate, seconds, ...target }: Pace) {
    const { url } = target;
    const next = inTurn(target);
    const free = await Promise.all(Array.from({ length: 32 }, () => Wire.open(url)));
    const opened = [...free];
    const accepted = new Map<string, Accepted>();
    let refused = 0;
    const underWay: Promise<void>[] = [];
    const startedAt = now();

    async function publish(dueAt: number): Promise<void> {
      const wire = takeOpen(free) ?? (await Wire.open(url));
      const { text, mark } = next();
      const { status, body } = await wire.ask(text);
      if (status < 300)
        accepted.set(mark ?? /"id":"([^"]+)"/.exec(body)?.[1] ?? "", { dueAt, at: now() });
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
/** Takes a connection that the server has not closed: it closes one that sent nothing for ten seconds. */
function takeOpen(free: Wire[]): Wire | undefined {
  for (;;) {
    const wire = free.pop();
    if (!wire || wire.isOpen) return wire;
  }
}

/** Returns a function that returns the next request, and the mark in its body if it has one. */
function inTurn({ url, headers, headersOfTenth, bodies }: Target) {
  const place = newMark();
  const requests = bodies.map((body, n) => {
    const all = n % 10 === 0 ? { ...headers, ...headersOfTenth } : headers;
    return requestText(url, all, body.replaceAll(marker, place));
  });
  const isMarked = bodies.some((body) => body.includes(marker));
  let sent = 0;
  return (): { text: string; mark: string | null } => {
    const text = requests[sent++ % requests.length] ?? "";
    const mark = isMarked ? newMark() : null;
    // All marks have the same length, so the header with the length stays true.
    return { text: mark ? text.replaceAll(place, mark) : text, mark };
  };
}

export type Publisher = typeof calls;
answerCalls(calls);
