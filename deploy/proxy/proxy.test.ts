import { Agent, request } from "undici";
import { beforeAll, describe, expect, test } from "vitest";
import { key } from "@/tests/faults/programs";
import { onEnd, openWorld } from "@/tests/faults/world";
import { until } from "@/tests/product";
import { hasProgram } from "../tools";
import { proxies, startProxy } from "./start-proxy";

beforeAll(() => {
  const missing = proxies.filter(
    (name) => !hasProgram(name, name === "nginx" ? "nginx-light" : name),
  );
  expect(missing, "Install Debian's nginx-light and haproxy.").toEqual([]);
});

/** Clients have this address, so that it differs from that of the load balancer. */
const localAddress = "127.0.0.2";

const video = (videoId: string) => ({ event: "VIDEO_GENERATION_SUCCESS", data: { videoId } });

describe.each(proxies)("behind %s", (name) => {
  async function open() {
    const world = await openWorld();
    // Without the port of the proxy, which is started after the processes.
    const variables = {
      PUBLIC_URL: "https://localhost",
      TRUST_PROXY: "1",
      PUBLISH_EVENTS_PER_SECOND: "100000",
    };
    const webs = [await world.web({ variables }), await world.web({ variables })] as const;
    const proxy = await startProxy(name, [webs[0].port, webs[1].port]);
    const dispatcher = new Agent({ connections: 16, localAddress, connect: { ca: proxy.ca } });
    /** Sends a request by a client that keeps its connections. */
    async function ask(method: "GET" | "POST", place: string, body?: object) {
      const answer = await request(`${proxy.origin}/v1${place}`, {
        ...{ method, dispatcher, body: body ? JSON.stringify(body) : null },
        headers: { "x-api-key": key, "content-type": "application/json" },
      });
      return { status: answer.statusCode, headers: answer.headers, body: await answer.body.text() };
    }
    onEnd(proxy.close);
    onEnd(() => dispatcher.destroy());
    return { world, variables, webs, proxy, dispatcher, ask };
  }

  test("clients keep their address, large batches and long addresses pass, a stream is not held back", async () => {
    const { ask, dispatcher, proxy, world } = await open();
    const created = await ask("POST", "/inbox/bins", { name: "Trial" });
    expect(created.status).toBe(201);
    expect(created.headers["strict-transport-security"]).toBeDefined();
    const [entry] = await world.sql`select address from audit_log order by id desc limit 1`;
    expect(entry).toEqual({ address: localAddress });

    const largest = {
      ...video("v-1"),
      data: { videoId: "v-1", extras: { text: "x".repeat(250_000) } },
    };
    const batch = (count: number) =>
      ask("POST", "/events/batch", { events: Array(count).fill(largest) });
    expect(await batch(33)).toMatchObject({ status: 202 });
    const refused = await batch(34);
    expect([refused.status, JSON.parse(refused.body).code]).toEqual([413, 41300]);
    expect((await ask("GET", `/deliveries?q=${"x".repeat(12_000)}`)).status).toBe(400);

    const stream = await request(`${proxy.origin}/v1/stream`, {
      dispatcher,
      headers: { "x-api-key": key },
    });
    let heard = "";
    stream.body.setEncoding("utf8").on("data", (chunk) => (heard += chunk));
    stream.body.on("error", () => {});
    await until(() => heard.includes("event: ready"));
    await ask("POST", "/inbox/bins", { name: "Second" });
    await until(() => heard.includes("event: changed"));
    stream.body.destroy();
  });

  test("while the database is away, Postback's own answer says so", async () => {
    const { ask, world } = await open();
    await world.postgres.kill();
    const answer = await until(async () => {
      const one = await ask("GET", "/webhooks");
      return one.status === 503 ? one : null;
    });
    expect(JSON.parse(answer.body).code).toBe(50300);
    await world.postgres.restart();
  });

  test("a web process that is stopped and started under load costs no request", async () => {
    const { ask, world, variables, webs } = await open();
    const seen = new Map<number | string, number>();
    const ending = new AbortController();
    async function publisher() {
      while (!ending.signal.aborted) {
        const result = await ask("POST", "/events", video("v-1")).then(
          ({ status }) => status,
          (error) => String(error),
        );
        seen.set(result, (seen.get(result) ?? 0) + 1);
      }
    }
    const publishing = Array.from({ length: 16 }, publisher);
    const more = (count: number) => {
      const goal = (seen.get(202) ?? 0) + count;
      return until(() => (seen.get(202) ?? 0) >= goal);
    };
    let [web] = webs;
    for (let round = 0; round < 3; round++) {
      await more(300);
      expect(await web.end("SIGTERM")).toBe(0);
      await more(300);
      web = await world.web({ variables: { ...variables, PORT: web.port } });
    }
    await more(300);
    ending.abort();
    await Promise.all(publishing);
    expect([...seen.keys()]).toEqual([202]);
  });
});
