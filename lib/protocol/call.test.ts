import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endpoints } from "@/lib/openapi/endpoints";
import { call, whenSignedOut } from "./call";
import { mayLeaveChange } from "./endpoint";
import type { Problem } from "./problem";

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

const again = "Try again shortly.";
const refused = "Reload the page, or ask who runs it.";
const unsure = "The request may still take effect; check before you repeat it.";

test.each([
  { status: 404, text: "<h1>404 Not Found</h1>", advice: again },
  { status: 401, text: "", advice: refused },
  { status: 409, text: "null", advice: refused },
  { status: 413, text: '{"error":"too large"}', advice: refused },
  { status: 503, text: "", advice: again },
])("a $status without the body of the API is called the answer of a proxy", async (proxy) => {
  const { status, text, advice } = proxy;
  let asked = 0;
  const forget = whenSignedOut(async () => {
    asked++;
  });
  const headers = { "x-request-id": "of-the-proxy" };
  vi.stubGlobal("fetch", async () => new Response(text, { status, headers }));
  await expect(call("GET /v1/webhooks", {})).rejects.toMatchObject({
    status: 502,
    requestId: undefined,
    message: `A proxy answered for Postback: HTTP ${status}. ${advice}`,
  });
  expect(asked).toBe(0);
  forget();
});

test.each([
  { status: 404, advice: again },
  { status: 413, advice: refused },
  { status: 504, advice: unsure },
])("a change that a proxy answers with $status says what to do", async ({ status, advice }) => {
  vi.stubGlobal("fetch", async () => new Response("", { status }));
  await expect(call("DELETE /v1/webhooks/{id}", { params: { id: "w" } })).rejects.toMatchObject({
    message: `A proxy answered for Postback: HTTP ${status}. ${advice}`,
  });
});

test("a 504 of a proxy says of each operation whether it may have left a change", async () => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 504 }));
  const advised = await Promise.all(
    endpoints.map(async ([name, { method, path }]) => {
      const message = await call(`${method} ${path}`, {}).catch((error: Problem) => error.message);
      return [name, { [unsure]: true, [again]: false }[String(message).split("504. ")[1] ?? ""]];
    }),
  );
  expect(advised).toEqual(endpoints.map(([name, each]) => [name, mayLeaveChange(each)]));
});

test("a 401 of the API asks to sign in again, and sends the request again", async () => {
  const answers = [
    Response.json({ code: 40100, message: "Sign in" }, { status: 401 }),
    Response.json({ items: [] }),
  ];
  vi.stubGlobal("fetch", async () => answers.shift());
  let asked = 0;
  const forget = whenSignedOut(async () => {
    asked++;
  });
  await expect(call("GET /v1/webhooks", {})).resolves.toEqual({ items: [] });
  expect(asked).toBe(1);
  forget();
});

test("a refusal of the API keeps its code, message and issues", async () => {
  const issues = [{ path: "email", message: "Is taken" }];
  const refusal = { code: 40900, message: "Is taken", issues };
  const headers = { "x-request-id": "r1" };
  vi.stubGlobal("fetch", async () => Response.json(refusal, { status: 409, headers }));
  const failing = expect(call("GET /v1/webhooks", {})).rejects;
  await failing.toMatchObject({ ...refusal, status: 409, requestId: "r1" });
});
