import type { Operation, Resolve } from "./document";
import { exampleOf } from "./example";

/** Returns a command that runs as pasted once key and ids are set. */
export function curlOf(operation: Operation, origin: string, resolve: Resolve): string {
  const { method, path, body, mediaType } = operation;
  const address = `${origin}${path.replace(/\{(\w+)\}/g, (_, name) => placeholderOf(path, name))}`;
  const sample = body && bodyOf(operation, resolve);
  const waits = mediaType === "text/event-stream" ? "-N " : "";
  const parts = [
    `curl ${waits}${method === "GET" ? "" : `-X ${method} `}${address}`,
    ...credentials(operation, origin),
    ...(sample ? ['-H "content-type: application/json"', `-d '${sample}'`] : []),
  ];
  return parts.join(" \\\n  ");
}

/** Sign-in stores the session's cookies; writes with a cookie need an `Origin` header. */
function credentials({ id, method, isPublic, needsSession }: Operation, origin: string): string[] {
  if (opensSession.has(id)) return ["-c postback.cookies"];
  if (isPublic) return [];
  if (!needsSession) return ['-H "x-api-key: $POSTBACK_KEY"'];
  return ["-b postback.cookies", ...(method === "GET" ? [] : [`-H "origin: ${origin}"`])];
}

const opensSession = new Set(["session.signIn", "session.setup"]);

/** Returns `$WEBHOOK_ID` for `/v1/webhooks/{id}/secret`, after the noun before the parameter. */
function placeholderOf(path: string, name: string): string {
  if (name !== "id") return name === "number" ? "1" : `$${name.toUpperCase()}`;
  const noun = /([\w-]+)\/\{id\}/.exec(path)?.[1] ?? "";
  const single = noun.replace(/ies$/, "y").replace(/s$/, "");
  return `$${single.toUpperCase().replaceAll("-", "_")}_ID`;
}

/** Returns the required members, or the first two when none is required. */
function bodyOf({ id, body }: Operation, resolve: Resolve): string {
  const one = resolve(body ?? {});
  const chosen = Object.entries(one.properties ?? {}).filter(
    ([name], n) => one.required?.includes(name) || (!one.required && n < 2),
  );
  const made = chosen.map(([name, schema]) => [name, exampleOf(schema, resolve, name, 1)]);
  const sample = samples[id] ?? Object.fromEntries(made);
  return JSON.stringify(sample, null, 2).replaceAll("'", "’").replaceAll("\n", "\n  ");
}

const published = {
  event: "VIDEO_GENERATION_SUCCESS",
  data: { videoId: "video-1", videoUrl: "https://example.com/v/1.mp4" },
};

/** Hand-written sample bodies by operation. */
const samples: Record<string, unknown> = {
  "webhooks.update": { events: ["VIDEO_GENERATION_SUCCESS"] },
  "settings.update": { label: "Studio", paused: false, ratePerSecond: 10 },
  "events.publish": published,
  "events.publishBatch": { events: [{ ...published, idempotencyKey: "video-1-finished" }] },
  "events.test": { event: "VIDEO_GENERATION_SUCCESS" },
  "replays.create": { filter: { status: ["failed"] }, ratePerSecond: 20, dryRun: true },
  "signatureCheck.check": {
    webhookId: "01936f0e-5c1a-7b3e-9d24-8f1f6a2c4b70",
    headers: {
      "webhook-id": "01936f0e-5c1a-7b3e-9d24-8f1f6a2c4b71",
      "webhook-timestamp": "1768469400",
      "webhook-signature": "v1,5cc+kPMSUnIuPIFpCEUlzzyCOqOVXJv4xPxIaTvsBQk=",
    },
    body: '{"event":"VIDEO_GENERATION_SUCCESS","data":{"videoId":"video-1"}}',
  },
  "deliveries.cancelMatching": {
    filter: { status: ["pending"], event: ["VIDEO_GENERATION_SUCCESS"] },
  },
  "users.create": { email: "ada@example.com", role: "operator", password: "correct horse battery" },
  "users.update": { role: "viewer" },
};
