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
