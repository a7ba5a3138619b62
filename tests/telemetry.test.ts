import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { spawnProduct } from "@/deploy/spawn-product";
import { bootstrap } from "@/lib/bootstrap";
import { readEnvironment } from "@/lib/env";
import { bundleProgram } from "./bundle-program";
import { freshDatabase } from "./database";
import { until } from "./product";
import { type Receiver, startReceiver } from "./receiver";

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  traceState?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
};
type Metric = {
  name: string;
  sum?: { dataPoints: { asDouble: number; attributes: Attribute[] }[] };
};
type Export = {
  resourceSpans?: { scopeSpans: { spans: Span[] }[] }[];
  resourceMetrics?: { scopeMetrics: { metrics: Metric[] }[] }[];
};

const publisher = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };
const sampled = `00-${publisher.traceId}-${publisher.spanId}-01`;

const apiKey = "a-key-of-the-telemetry-tests";

const spans: Span[] = [];
/** Of the last export. */
let metrics: Metric[] = [];
let collector: Server;
let receiver: Receiver;
let product: ReturnType<typeof spawnProduct>;
let webhook: { id: string; secret: string };

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const { resourceSpans = [], resourceMetrics } = (await json(request)) as Export;
    spans.push(...resourceSpans.flatMap((of) => of.scopeSpans.flatMap((scope) => scope.spans)));
    metrics = resourceMetrics?.[0]?.scopeMetrics.flatMap((scope) => scope.metrics) ?? metrics;
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  const { port } = collector.address() as AddressInfo;
  receiver = await startReceiver();
  const { db, url } = await freshDatabase();
  await bootstrap(db, readEnvironment({ BOOTSTRAP_API_KEY: apiKey }), {});
  const settings = {
    DATABASE_URL: url,
    MASTER_KEY: String(process.env.MASTER_KEY),
    BOOTSTRAP_API_KEY: apiKey,
    ALLOW_PRIVATE_CIDRS: "127.0.0.0/8,::1/128",
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_TRACES_SAMPLER: "parentbased_always_off",
    OTEL_BSP_SCHEDULE_DELAY: "100",
    OTEL_METRICS_EXPORTER: "otlp",
    OTEL_METRIC_EXPORT_INTERVAL: "100",
    METRICS_TOKEN: apiKey,
  };
  const program = [process.execPath, await bundleProgram("server/http/whole-main.ts", "traced")];
  product = spawnProduct(program, { cwd: process.cwd(), settings });
  await product.healthy();
  // By name, so that the first attempt has all phases but TLS.
  const callbackUrl = receiver.url.replace("127.0.0.1", "localhost");
  const { id } = await call("POST /webhooks", {
    body: { callbackUrl, events: ["VIDEO_GENERATION_SUCCESS"] },
  });
  webhook = { id, ...(await call(`GET /webhooks/${id}/secret`)) };
});

afterAll(async () => {
  await product.stop();
  await receiver.close();
  await new Promise((resolve) => collector.close(resolve));
});

type Call = { body?: object; headers?: Record<string, string> };

async function call(line: string, { body, headers }: Call = {}) {
  const [method = "GET", place] = line.split(" ");
  const answer = await fetch(`${product.origin}/v1${place}`, {
    method,
    headers: { "x-api-key": apiKey, "content-type": "application/json", ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${line}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Publishes one event and returns it with the request that the receiver got and the delivery. */
async function deliver(headers: Record<string, string>) {
  const body = { event: "VIDEO_GENERATION_SUCCESS", data: { videoId: "v-1" } };
  const published = await call("POST /events", { body, headers });
  const request = await receiver.next();
  const { deliveries } = await call(`GET /deliveries?event=VIDEO_GENERATION_SUCCESS`);
  const [{ id }] = deliveries;
  return { published, request, delivery: await call(`GET /deliveries/${id}`) };
}

const named = (name: string) => spans.find((span) => span.name === name);

test("a trace goes from the publisher through every step to the receiver", async () => {
  const tracestate = "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE";
  const { published, request, delivery } = await deliver({ traceparent: sampled, tracestate });
  await until(() => named("record"));

  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([publisher.traceId]));
  const parents = spans.map(({ name, parentSpanId }) => [
    name,
    spans.find(({ spanId }) => spanId === parentSpanId)?.name ?? parentSpanId,
  ]);
  expect(Object.fromEntries(parents)).toEqual({
    publish: publisher.spanId,
    store: "publish",
    wait: "publish",
    attempt: "publish",
    dns: "attempt",
    connect: "attempt",
    "first byte": "attempt",
    record: "publish",
  });
  for (const { name, startTimeUnixNano, endTimeUnixNano } of spans) {
    expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano), name).toBe(true);
  }
  const attributes = Object.fromEntries(
    (named("attempt")?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]),
  );
  expect(attributes).toMatchObject({
    "http.response.status_code": 200,
    "server.address": "localhost",
    "postback.webhook.id": webhook.id,
    "postback.delivery.id": delivery.id,
    "postback.attempt.number": 1,
  });
  expect(JSON.stringify(spans)).not.toContain("/hook");

  expect(request.headers.traceparent).toBe(
    `00-${publisher.traceId}-${named("attempt")?.spanId}-01`,
  );
  expect(request.headers.tracestate).toBe(tracestate);
  expect(named("attempt")?.traceState).toBe(tracestate);
  expect(delivery.traceId).toBe(publisher.traceId);
  const { headers, body } = request;
  const verified = new Webhook(webhook.secret).verify(body, headers as Record<string, string>);
  expect(verified).toMatchObject({ data: { videoId: "v-1" } });
  expect(headers["webhook-id"]).toBe(published.id);
});

test("a trace that is not sampled goes on to the receiver and is not exported", async () => {
  const unsampled = `00-${"a".repeat(32)}-${"b".repeat(16)}-00`;
  const tracestate = "congo=t61rcWkgMzE";
  const { request, delivery } = await deliver({ traceparent: unsampled, tracestate });
  expect(request.headers).toMatchObject({ traceparent: unsampled, tracestate });
  expect(delivery.traceId).toBe("a".repeat(32));
  const others = spans.filter(({ traceId }) => traceId !== publisher.traceId);
  expect(others).toEqual([]);
});

test("an invalid tracestate is ignored, and the trace goes on", async () => {
  const unsampled = `00-${"c".repeat(32)}-${"d".repeat(16)}-00`;
  const { request } = await deliver({ traceparent: unsampled, tracestate: "congo=1,congo=2" });
  expect(request.headers.traceparent).toBe(unsampled);
  expect(request.headers).not.toHaveProperty("tracestate");
});

test("a webhook's own traceparent replaces that of the trace, and no other header does", async () => {
  const unsampled = `00-${"e".repeat(32)}-${"f".repeat(16)}-00`;
  const sentWith = async (headers: Record<string, string>) => {
    await call(`PUT /webhooks/${webhook.id}/settings`, { body: { headers } });
    const { request } = await deliver({ traceparent: unsampled });
    return request.headerList.filter(([name]) => name.toLowerCase() === "traceparent");
  };

  expect(await sentWith({ Traceparent: "own" })).toEqual([["Traceparent", "own"]]);
  expect(await sentWith({ "x-kind": "traceparent" })).toEqual([["traceparent", unsampled]]);
});

const noTrace = `00-${"0".repeat(32)}-${publisher.spanId}-01`;
test.each([
  ["an invalid traceparent", { traceparent: noTrace, tracestate: "congo=t61rcWkgMzE" }],
  ["none, and a sampler that says no", {}],
])("%s starts no trace", async (_, headers: Record<string, string>) => {
  const { request, delivery } = await deliver(headers);
  expect(request.headers).not.toHaveProperty("traceparent");
  expect(request.headers).not.toHaveProperty("tracestate");
  expect(delivery).not.toHaveProperty("traceId");
});

test("the metrics of /metrics are exported", async () => {
  const delivered = () =>
    metrics
      .find(({ name }) => name === "postback_attempts_total")
      ?.sum?.dataPoints.reduce((sum, { asDouble }) => sum + asDouble, 0);
  await until(() => delivered() === receiver.received.length);
  const headers = { authorization: `Bearer ${apiKey}` };
  const text = await (await fetch(`${product.origin}/metrics`, { headers })).text();
  const served = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  expect(served).toEqual(expect.arrayContaining(metrics.map(({ name }) => name)));
  expect(metrics.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["postback_queue_ready", "postback_attempt_duration_seconds"]),
  );
});

test("spans that were not sent yet are sent when the product stops", async () => {
  const before = spans.length;
  await deliver({ traceparent: sampled });
  expect(await product.stop()).toBe(0);
  expect(spans.slice(before).map(({ name }) => name)).toEqual(
    expect.arrayContaining(["publish", "attempt", "record"]),
  );
});
