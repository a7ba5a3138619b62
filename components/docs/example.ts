import { exampleEvent } from "@/db/enums";
import type { Resolve, Schema } from "./document";

const id = "01936f0e-5c1a-7b3e-9d24-8f1f6a2c4b70";
const moment = "2026-01-15T09:30:00.000Z";

/** Sample values by member name, for members with only a string type. */
const named: Record<string, unknown> = {
  name: "Studio",
  label: "Studio",
  callbackUrl: "https://example.com/hooks",
  url: "https://example.com/hooks",
  host: "example.com",
  email: "ada@example.com",
  secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
  publicKey: "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
  key: "pbk_live_•••",
  prefix: "pbk_live_8fK",
  last4: "x7Qd",
  address: "203.0.113.7",
  message: "The signature fits.",
  cursor: "eyJpZCI6IjAxOTM2ZjBlIn0",
  nextCursor: "eyJpZCI6IjAxOTM2ZjBlIn0",
  password: "correct horse battery",
  currentPassword: "correct horse battery",
  newPassword: "battery staple correct",
  token: "the token of the link",
  error: "example.com answered 503.",
  cause: "http_5xx",
  statusCode: 503,
  durationMs: 184,
  dnsMs: 3,
  connectMs: 12,
  tlsMs: 21,
  firstByteMs: 96,
  deadlineSeconds: 15,
  maxConcurrency: 8,
  ratePerSecond: 10,
  body: '{"event":"VIDEO_GENERATION_SUCCESS","data":{"videoId":"video-1"}}',
  userAgent: "curl/8.14.1",
  subject: "video-1",
  idempotencyKey: "video-1-finished",
};
const video = { videoId: "video-1", videoName: "Hello", videoUrl: "https://example.com/v/1.mp4" };

/** Returns a realistic value that matches a schema, down to four levels. */
export function exampleOf(schema: Schema, resolve: Resolve, name = "", depth = 0): unknown {
  const one = resolve(schema);
  if (one.examples?.length) return one.examples[0];
  if (one.const !== undefined) return one.const;
  if (one.enum) return one.enum.find((word) => word === usualWord(name)) ?? one.enum[0];
  const [choice] = one.anyOf ?? one.oneOf ?? one.allOf ?? [];
  if (choice) return exampleOf(choice, resolve, name, depth);
  if (one.properties || one.type === "object") return objectOf(one, resolve, name, depth);
  if (one.type === "array") return listOf(one, resolve, name, depth);
  return scalarOf(one, name);
}

function usualWord(name: string): unknown {
  return name === "event" ? exampleEvent : named[name];
}

function objectOf(one: Schema, resolve: Resolve, name: string, depth: number): unknown {
  if (name === "data" || name === "sample") return video;
  const members = Object.entries(one.properties ?? {});
  if (depth > 4) return {};
  return Object.fromEntries(
    members.map(([member, inner]) => [member, exampleOf(inner, resolve, member, depth + 1)]),
  );
}

function listOf({ items = {} }: Schema, resolve: Resolve, name: string, depth: number): unknown[] {
  if (depth > 4) return [];
  return [exampleOf(items, resolve, name.replace(/s$/, ""), depth + 1)];
}

function scalarOf({ type, format, default: usual, minimum }: Schema, name: string): unknown {
  if (usual !== undefined) return usual;
  if (name === "event") return exampleEvent;
  if (format === "uuid") return id;
  if (format === "date-time") return moment;
  if (name in named) return named[name];
  if (format === "uri") return named.url;
  if (format === "email") return named.email;
  if (type === "boolean") return false;
  if (type === "integer" || type === "number") return Math.max(minimum ?? 1, 1);
  if (type === "null") return null;
  return "text";
}
