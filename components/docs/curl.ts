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

/** A response that opens a session sets its cookies, which the command stores. Writes with a cookie need an `Origin` header. */
function credentials(operation: Operation, origin: string): string[] {
  const { method, isPublic, needsSession, response } = operation;
  const opensSession = method !== "GET" && response?.$ref?.endsWith("/Session") === true;
  const storing = opensSession ? ["-c postback.cookies"] : [];
  if (isPublic) return storing;
  if (!needsSession) return ['-H "x-api-key: $POSTBACK_KEY"'];
  const origins = method === "GET" ? [] : [`-H "origin: ${origin}"`];
  return ["-b postback.cookies", ...storing, ...origins];
}

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
    secret: `whsec_${"MfKQ".repeat(8)}`,
    headers: {
      "webhook-id": "01936f0e-5c1a-7b3e-9d24-8f1f6a2c4b70",
      "webhook-timestamp": "1768469400",
      "webhook-signature": "v1,+5HfdgVcS6gmsO5mf1Yyagkif4uyJLoNozg69phWsMc=",
    },
    body: '{"event":"VIDEO_GENERATION_SUCCESS","data":{"videoId":"video-1"}}',
  },
  "deliveries.cancelMatching": {
    filter: { status: ["pending"], event: ["VIDEO_GENERATION_SUCCESS"] },
  },
  "secrets.rotate": { overlapSeconds: 86_400 },
  "accountSecrets.rotate": { overlapSeconds: 86_400 },
  "apiKeys.rotate": { overlapSeconds: 86_400 },
  "accountLimits.update": { eventsPerSecond: 1000, burst: 4000 },
  "views.save": { name: "Failed today", query: "status=failed&since=24h" },
  "users.create": { email: "ada@example.com", role: "operator", password: "correct horse battery" },
  "users.update": { role: "viewer" },
};
