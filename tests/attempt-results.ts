import type { AttemptResult } from "@/lib/queue/attempt-result";

export const success: AttemptResult = {
  cause: null,
  error: null,
  statusCode: 204,
  startedAt: new Date("2026-01-01T12:00:00.123Z"),
  durationMs: 42,
  phases: { dnsMs: 1, connectMs: 2, tlsMs: 3, firstByteMs: 4 },
  requestHeaders: [["webhook-id", "msg"]],
  responseHeaders: [["Set-Cookie", "a=b"]],
  responseBody: Buffer.from("fine"),
  truncated: false,
  retryAfterMs: null,
};

export const failure: AttemptResult = {
  ...success,
  cause: "http_5xx",
  error: "hooks.example answered 500.",
  statusCode: 500,
};
