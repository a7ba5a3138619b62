import { expect, inject, test } from "vitest";
import { accountLimits } from "@/db/schema/limits";
import { api } from "./client";
import { account, db, delivery, keyOf, videoDone } from "./world";

const address = `${inject("origin")}/metrics`;
const authorization = "Bearer the-token-of-these-tests";

test("returns queue and process metrics with the token", async () => {
  const { key } = await account();
  await delivery(key);
  const answer = await fetch(address, { headers: { authorization } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  expect(text).toMatch(/^postback_queue_unfinished [1-9]\d*$/m);
  expect(text).toMatch(/^postback_queue_oldest_seconds \d/m);
  expect(text).toContain("postback_database_up 1");
  expect(text).toContain("process_resident_memory_bytes");
});

test("returns nothing without the token", async () => {
  for (const wrong of [undefined, "Bearer the-token-of-these-test", "the-token-of-these-tests"]) {
    const answer = await fetch(address, { headers: wrong ? { authorization: wrong } : {} });
    expect(answer.status, wrong).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(await answer.text()).not.toContain("postback_");
  }
});

test("counts requests to publish by result and reason, and their events", async () => {
  const { id, key } = await account();
  const reader = await keyOf(id, ["deliveries:read"]);
  await db.insert(accountLimits).values({ accountId: id, eventsPerDay: 3 });
  const before = await metricsOf("postback_publish");

  expect((await api("POST /v1/events", { key, body: {} })).status).toBe(400);
  const body = { events: [videoDone, videoDone, videoDone] };
  expect((await api("POST /v1/events/batch", { key, body })).status).toBe(202);
  for (const [options, status] of [
    [{ key, body: videoDone }, 429],
    [{ key: reader, body: videoDone }, 403],
    [{ body: videoDone }, 401],
  ] as const) {
    expect((await api("POST /v1/events", options)).status).toBe(status);
  }

  const after = await metricsOf("postback_publish");
  const added = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
  expect(added("postback_published_events_total")).toBeGreaterThanOrEqual(3);
  const requests = (result: string, reason: string) =>
    added(`postback_publish_requests_total{result="${result}",reason="${reason}"}`);
  expect(requests("accepted", "none")).toBeGreaterThanOrEqual(1);
  for (const reason of ["day", "invalid", "forbidden", "unauthenticated"])
    expect(requests("refused", reason), reason).toBeGreaterThanOrEqual(1);
});

test("counts answers by kind and class of the status", async () => {
  const { key } = await account();
  const before = await metricsOf("postback_api_request_duration_seconds_count");
  await api("POST /v1/events", { key, body: videoDone });
  await api("GET /v1/deliveries", { key });
  await api("GET /v1/deliveries", {});
  const after = await metricsOf("postback_api_request_duration_seconds_count");
  for (const labels of [
    'kind="publish",status="2xx"',
    'kind="read",status="2xx"',
    'kind="read",status="4xx"',
  ]) {
    const name = `postback_api_request_duration_seconds_count{${labels}}`;
    expect(after[name], labels).toBeGreaterThan(before[name] ?? 0);
  }
});

/** Returns the metrics whose names begin so. */
async function metricsOf(prefix: string): Promise<Record<string, number>> {
  const text = await (await fetch(address, { headers: { authorization } })).text();
  const lines = text.split("\n").filter((line) => line.startsWith(prefix));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]),
  );
}
