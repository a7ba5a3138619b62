import { setTimeout as delay } from "node:timers/promises";
import { now } from "../clock";
import { json, publishText } from "./attack";

type Neighbour = { origin: string; key: string };
type Duty = { line: string; body?: string; perSecond: number };

/** Responses to one kind of request. */
export type Seen = {
  /** Milliseconds from the due time of each to its response. */
  tookMs: number[];
  /** Requests by unexpected status; 0 means no response. */
  errors: Map<number, number>;
  /** Ids of published events, with their times. */
  publishedAt: Map<string, number>;
};
export type Life = { publish: Seen; list: Seen };

const duties: Record<keyof Life, Duty> = {
  publish: { line: "POST /v1/events", body: publishText(), perSecond: 50 },
  list: { line: "GET /v1/deliveries?limit=50", perSecond: 5 },
};

/**
 * The account under test: publishes fifty events a second and lists its deliveries, at fixed times regardless of
 * response times, so that a slow response hides no later one.
 */
export async function live(neighbour: Neighbour, seconds: number): Promise<Life> {
  const [publish, list] = await Promise.all([
    keepAsking(neighbour, duties.publish, seconds),
    keepAsking(neighbour, duties.list, seconds),
  ]);
  return { publish, list };
}

async function keepAsking(neighbour: Neighbour, duty: Duty, seconds: number): Promise<Seen> {
  const seen: Seen = { tookMs: [], errors: new Map(), publishedAt: new Map() };
  const begunAt = now();
  const pending: Promise<void>[] = [];
  for (let n = 0; n < seconds * duty.perSecond; n++) {
    const dueAt = begunAt + (n * 1000) / duty.perSecond;
    await delay(Math.max(0, dueAt - now()));
    pending.push(ask(neighbour, duty, dueAt, seen));
  }
  await Promise.all(pending);
  return seen;
}

async function ask({ origin, key }: Neighbour, duty: Duty, dueAt: number, seen: Seen) {
  const [method = "GET", path = "/"] = duty.line.split(" ");
  const status = await fetch(origin + path, { method, headers: json(key), body: duty.body ?? null })
    .then(async (answer) => {
      const { id } = (await answer.json()) as { id?: string };
      if (id) seen.publishedAt.set(id, dueAt);
      return answer.status;
    })
    .catch(() => 0);
  seen.tookMs.push(now() - dueAt);
  if (status === 200 || status === 202) return;
  seen.errors.set(status, (seen.errors.get(status) ?? 0) + 1);
}
