import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { call } from "./call";

/** A server that takes requests and never answers, as behind a network that lost them. */
const unanswered = (_url: string, { signal }: { signal: AbortSignal | null }) =>
  new Promise((_, reject) =>
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true }),
  );

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", unanswered);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a read without an answer fails as one that a later try may answer", async () => {
  const failing = expect(call("GET /v1/webhooks", {})).rejects.toMatchObject({ code: 50300 });
  await vi.advanceTimersByTimeAsync(45_000);
  await failing;
});

test("a read that is given up ends at once", async () => {
  const leaving = new AbortController();
  const failing = expect(call("GET /v1/webhooks", {}, leaving.signal)).rejects.toMatchObject({
    name: "AbortError",
  });
  leaving.abort();
  await failing;
});

test.each([
  [404, "<h1>404 Not Found</h1>"],
  [409, "null"],
  [413, '{"error":"too large"}'],
  [503, ""],
])("a %i without the body of the API is called the answer of a proxy", async (status, text) => {
  const headers = { "x-request-id": "of-the-proxy" };
  vi.stubGlobal("fetch", async () => new Response(text, { status, headers }));
  await expect(call("GET /v1/webhooks", {})).rejects.toMatchObject({
    status: 502,
    requestId: undefined,
    message: `A proxy answered for Postback: HTTP ${status}. Try again shortly.`,
  });
});

test("a refusal of the API keeps its code, message and issues", async () => {
  const issues = [{ path: "email", message: "Is taken" }];
  const refusal = { code: 40900, message: "Is taken", issues };
  const headers = { "x-request-id": "r1" };
  vi.stubGlobal("fetch", async () => Response.json(refusal, { status: 409, headers }));
  const failing = expect(call("GET /v1/webhooks", {})).rejects;
  await failing.toMatchObject({ ...refusal, status: 409, requestId: "r1" });
});
