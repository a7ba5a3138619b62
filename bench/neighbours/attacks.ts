import { randomUUID } from "node:crypto";
import { type Attack, eachKey, hammer, json, publishText, scaled, type Target } from "./attack";

/** As many as fit into the longest URL that the server accepts. */
const repeatedWords = 1900;

/** Known ways of one account to disturb others, each through the API alone. */
export const attacks: Record<string, Attack> = {
  "reachability checks": (target, signal) =>
    hammer(target, signal, 20, (key) => ({
      line: "POST /v1/reachability-check",
      headers: { ...json(key), "idempotency-key": randomUUID() },
      body: `{"callbackUrl":"${target.stranger}/slow/${randomUUID()}"}`,
    })),

  "replays with absurd times": (target, signal) =>
    hammer(target, signal, 10, (key, n) => ({
      line: "POST /v1/replays",
      headers: json(key),
      body: JSON.stringify({ filter: absurdTimes[n % absurdTimes.length], ratePerSecond: 1000 }),
    })),

  "list filters of repeated words": (target, signal) =>
    hammer(target, signal, 10, (key, n) => {
      const [name = "", word = ""] = wordLists[n % wordLists.length] ?? [];
      const words = Array(Math.floor(12_000 / (word.length + 1))).fill(word);
      return {
        line: `GET /v1/deliveries?${name}=${words.slice(0, repeatedWords).join(",")}`,
        headers: json(key),
      };
    }),

  "one-shots to hanging URLs": (target, signal) =>
    hammer(target, signal, 4, (key) => ({
      line: "POST /v1/events",
      headers: json(key),
      body: publishText({ callbackUrl: `${target.stranger}/hang/${randomUUID()}` }),
    })),

  "512 streams and churn": async (target, signal) => {
    const held = Array.from({ length: scaled(target, 512) }, (_, n) =>
      openStream(target, eachKey(target, n), signal),
    );
    await Promise.all([...held, churn(target, signal)]);
  },

  "public pages": (target, signal) =>
    hammer(target, signal, 16, (_, n) => ({
      line: `GET ${publicPages[n % publicPages.length]}`,
      headers: {},
    })),

  "95 parallel creates": (target, signal) =>
    hammer(target, signal, 95, (key) => ({
      line: "POST /v1/webhooks",
      headers: json(key),
      body: JSON.stringify({
        callbackUrl: `${target.stranger}/ok/${randomUUID()}`,
        events: ["AVATAR_TRAINING_FAILED"],
      }),
    })),

  "publish flood": (target, signal) =>
    hammer(target, signal, 64, (key, n) => ({
      line: n % 16 ? "POST /v1/events" : "POST /v1/events/batch",
      headers: json(key),
      body: n % 16 ? publishText() : `{"events":[${Array(500).fill(publishText()).join(",")}]}`,
    })),

  "fan-out to many webhooks": (target, signal) =>
    hammer(target, signal, 60, (key) => ({
      line: "POST /v1/events",
      headers: json(key),
      body: publishText(),
    })),

  "large reads of the log": (target, signal) =>
    hammer(target, signal, 32, (key, n) => ({
      line: `GET ${largeReads[n % largeReads.length]}`,
      headers: json(key),
    })),
};

const absurdTimes = [
  { from: "0001-01-01T00:00:00Z" },
  { to: "9999-12-31T23:59:59Z" },
  { from: "0001-01-01T00:00:00Z", to: "9999-12-31T23:59:59Z", status: "failed" },
  { status: "failed", from: "1970-01-01T00:00:00Z" },
];

const wordLists = [
  ["status", "failed"],
  ["event", "VIDEO_GENERATION_SUCCESS"],
  ["cause", "timeout"],
  ["trigger", "event"],
];

const publicPages = ["/docs", "/openapi.json", "/login", "/v1/openapi.json", "/docs/verify"];

const largeReads = [
  "/v1/deliveries?limit=200&status=failed",
  "/v1/deliveries?limit=200&q=nothing-bears-this",
  "/v1/deliveries/count?q=nothing-bears-this",
  "/v1/deliveries/export",
  "/v1/stats?since=30d",
  "/v1/events?limit=200&q=nothing-bears-this",
];

async function openStream({ origin }: Target, key: string, signal: AbortSignal): Promise<void> {
  try {
    const answer = await fetch(`${origin}/v1/stream`, { headers: { "x-api-key": key }, signal });
    for await (const _ of answer.body ?? []);
  } catch {
    // Aborted, or refused.
  }
}

/** Opens streams and closes them at once, like a page that reloads all the time. */
async function churn(target: Target, signal: AbortSignal): Promise<void> {
  const loop = async (key: string) => {
    while (!signal.aborted) {
      const brief = AbortSignal.any([signal, AbortSignal.timeout(50)]);
      await openStream(target, key, brief);
    }
  };
  await Promise.all(Array.from({ length: scaled(target, 16) }, (_, n) => loop(eachKey(target, n))));
}
