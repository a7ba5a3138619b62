import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Home, makeHome, type Product, until } from "@/tests/product";

const metricsToken = "the-token-of-this-test";

let home: Home;
let product: Product;
let address: string;
let port: number;
beforeAll(async () => {
  home = await makeHome({ prepared: true });
  product = home.start({ METRICS_TOKEN: metricsToken });
  address = await product.address();
  port = Number(new URL(address).port);
});
afterAll(() => home.close());

/** Returns the response to these bytes, up to the end of the connection. */
function ask(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("end", () => resolve(text)).on("error", reject);
  });
}

const request = (line: string, ...headers: string[]) =>
  [line, ...headers, "connection: close", "", ""].join("\r\n");

/** A server that believes the length takes the `G` as the start of another request. */
const smuggled = `${request("POST /v1/webhooks HTTP/1.1", "host: a", "content-length: 6", "transfer-encoding: chunked")}0\r\n\r\nG`;

/** Next accepts the form. */
const nestedState = `${'["a",{"c":'.repeat(700)}["a",{}]${"}]".repeat(700)}`;

describe("unusual but valid requests", () => {
  test.each([
    [
      "an offer of HTTP/2, as Java makes it",
      request("GET /v1 HTTP/1.1", "host: a", "upgrade: h2c", "connection: upgrade"),
      401,
    ],
    [
      "an offer of a WebSocket to a page",
      request("GET /login HTTP/1.1", "host: a", "upgrade: websocket", "connection: upgrade"),
      200,
    ],
    ["an unknown expectation", request("GET /v1 HTTP/1.1", "host: a", "expect: miracles"), 401],
    ["a health check by HTTP/1.0 without a host", request("GET /healthz HTTP/1.0"), 200],
    ["a readiness check by HTTP/1.0 without a host", request("GET /readyz HTTP/1.0"), 200],
  ])("%s is passed over", async (_, bytes, status) => {
    expect((await ask(bytes)).split("\r\n")[0]).toContain(`HTTP/1.1 ${status} `);
  });

  test("an absolute URL is read as its path", async () => {
    const answer = await ask(request("GET http://elsewhere.example/login HTTP/1.1", "host: a"));
    expect(answer).toContain("HTTP/1.1 200 ");
    expect(answer).not.toContain("elsewhere");
    const api = await ask(request("GET HTTP://127.0.0.1:1/v1/webhooks HTTP/1.1", "host: a"));
    expect(api).toContain("HTTP/1.1 401 ");
  });

  test.each(["//elsewhere.example/login", "/\\elsewhere.example", "//elsewhere.example/v1"])(
    "%s leads nowhere else",
    async (path) => {
      const answer = await ask(request(`GET ${path} HTTP/1.1`, "host: a"));
      expect(/^location: (.*)$/im.exec(answer)?.[1] ?? "/").toMatch(/^\/(?!\/)/);
    },
  );

  test("no connection can be used as a proxy", async () => {
    expect(await ask("CONNECT 127.0.0.1:5432 HTTP/1.1\r\nhost: a\r\n\r\n")).toBe("");
  });
});

test("silent and slow clients are disconnected and delay no others", {
  timeout: 60_000,
}, async () => {
  const silent = Array.from({ length: 200 }, () => ask(""));
  const slow = Array.from({ length: 50 }, () => ask("GET /v1 HTTP/1.1\r\nhost: a\r\nx-slow: "));
  const unsent = ask(
    "POST /v1/session HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{",
  );
  expect(await ask(request("GET /healthz HTTP/1.1", "host: a"))).toContain("HTTP/1.1 200 ");
  for (const answer of await Promise.all([...silent, ...slow, unsent])) {
    expect(answer).toContain("HTTP/1.1 408 ");
    expect(answer).toContain('"code":40800');
  }
});

describe("malformed requests", () => {
  test.each([
    ["no HTTP at all", "SSH-2.0-OpenSSH_9.2\r\n\r\n", 400],
    ["a header without a colon", request("GET /v1 HTTP/1.1", "host: a", "nonsense"), 400],
    ["headers of 40 KiB", request("GET /v1 HTTP/1.1", "host: a", `x: ${"y".repeat(40_000)}`), 431],
    ["a host that is none", request("GET /v1 HTTP/1.1", "host: a b/c@d"), 400],
    ["no host", request("GET /v1 HTTP/1.1"), 400],
    ["a health check without a host", request("GET /healthz HTTP/1.1"), 400],
    ["a health check of a host that is none", request("GET /healthz HTTP/1.1", "host: a/b"), 400],
    ["an unknown method", request("PROPFIND /v1/webhooks HTTP/1.1", "host: a"), 405],
    ["a broken escape", request("GET /v1/webhooks/%zz/x HTTP/1.1", "host: a"), 404],
    ["two hosts", request("GET /v1 HTTP/1.1", "host: a", "host: b"), 400],
    ["no path", request("OPTIONS * HTTP/1.1", "host: a"), 400],
    ["the address of something else", request("GET ftp://a/ HTTP/1.1", "host: a"), 400],
    ["TRACE of the API", request("TRACE /v1/webhooks HTTP/1.1", "host: a"), 405],
    ["TRACE of a page", request("TRACE /login HTTP/1.1", "host: a"), 405],
    [
      "a page that is written to",
      request("POST /login HTTP/1.1", "host: a", "next-action: 1"),
      405,
    ],
    ["a page that is deleted", request("DELETE /login HTTP/1.1", "host: a"), 405],
    ["a broken escape in a page's path", request("GET /webhooks/%zz HTTP/1.1", "host: a"), 400],
    [
      "a page with very many parameters",
      request(`GET /nope?${"a&".repeat(7000)} HTTP/1.1`, "host: a"),
      400,
    ],
    [
      "a router state of very many levels",
      request("GET /nope HTTP/1.1", "host: a", `next-router-state-tree: ${nestedState}`),
      400,
    ],
    ["a second request inside the first", smuggled, 400],
    [
      "chunks by another name",
      request("POST /v1 HTTP/1.1", "host: a", "transfer-encoding: x"),
      400,
    ],
    [
      "two lengths",
      request("POST /v1/webhooks HTTP/1.1", "host: a", "content-length: 1", "content-length: 2"),
      400,
    ],
  ])("%s is answered in the API's own shape", async (_, bytes, status) => {
    const answer = await ask(bytes);
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    expect(head.split("\r\n")[0]).toContain(`HTTP/1.1 ${status} `);
    expect(head.toLowerCase()).toMatch(/x-request-id: [\w-]+/);
    expect(head).toContain("x-content-type-options: nosniff");
    expect(head).toContain("content-security-policy: default-src 'none'");
    expect(head).toContain("cache-control: no-store");
    expect(head).toMatch(/^connection: close$/im);
    expect(JSON.parse(body)).toEqual({
      code: expect.any(Number),
      message: expect.stringMatching(/\.$/),
    });
  });
});

describe("malformed HTTP after a valid request", () => {
  test("is answered after the response to that request", async () => {
    const answers = await ask("GET /v1 HTTP/1.1\r\nhost: a\r\n\r\nnothing\r\n\r\n");
    expect(answers.match(/HTTP\/1\.1 \d+|"code":\d+/g)).toEqual([
      ...["HTTP/1.1 401", '"code":40100'],
      ...["HTTP/1.1 400", '"code":40000'],
    ]);
  });

  test("is not answered within a response that has begun", async () => {
    const key = await home.apiKey();
    const socket = connect(port, "127.0.0.1");
    const ended = once(socket, "close");
    let text = "";
    socket.write(`GET /v1/stream HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\n\r\n`);
    socket.on("data", (chunk) => {
      text += chunk;
    });
    await until(() => text.includes("event: ready"));
    socket.write("nothing\r\n\r\n");
    await ended;
    expect(text.match(/^HTTP\/1\.1 \d+/gm)).toEqual(["HTTP/1.1 200"]);
  });
});

test.each(["/webhooks", "/v1beta/webhooks"])(
  "a write to the page %s says where the API is: its path may lack /v1",
  async (path) => {
    expect(await ask(request(`POST ${path} HTTP/1.1`, "host: a"))).toContain("begin with /v1.");
  },
);

test("a malformed request is found in the log by its id, with the address of its client", async () => {
  const answer = await ask(request("GET /v1 HTTP/1.1", "host: a", `x: ${"y".repeat(20_000)}`));
  const id = /^x-request-id: ([\w-]+)$/im.exec(answer)?.[1] ?? "none";
  const line = await until(() =>
    product
      .out()
      .split("\n")
      .find((one) => one.includes(id)),
  );
  expect(JSON.parse(line)).toMatchObject({ code: 43100, address: "127.0.0.1" });
});

test.each([
  ["https, as a proxy says", ["host: a", "x-forwarded-proto: https"], true],
  ["http", ["host: a"], false],
  ["http on this machine", ["host: localhost:3000"], true],
])("by %s, browsers may isolate what is opened: %j %s", async (_, headers, isIsolated) => {
  const answer = await ask(request("GET /v1 HTTP/1.1", ...headers));
  expect(answer.includes("cross-origin-opener-policy: same-origin")).toBe(isIsolated);
});

test("a URL of 80 kB is refused with its reason", async () => {
  const answer = await ask(
    request(`GET /v1/deliveries?q=${"y".repeat(80_000)} HTTP/1.1`, "host: a"),
  );
  expect(answer).toContain("HTTP/1.1 400 ");
  expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toEqual({
    code: 40000,
    message: "url: Use at most 16,000 characters.",
    issues: [{ path: "url", message: "Use at most 16,000 characters" }],
  });
});

test("a sender that breaks off its body is no failure of the database", async () => {
  const key = await home.apiKey();
  const socket = connect(port, "127.0.0.1");
  socket.write(
    request(
      "POST /v1/events HTTP/1.1",
      "host: a",
      `x-api-key: ${key}`,
      "content-type: application/json",
      "content-length: 100",
      "expect: 100-continue",
    ),
  );
  const [interim] = await once(socket, "data");
  expect(String(interim)).toContain("HTTP/1.1 100 ");
  socket.write("{");
  socket.resetAndDestroy();
  const headers = { authorization: `Bearer ${metricsToken}` };
  const refused = async () => {
    const text = await (await fetch(`${address}/metrics`, { headers })).text();
    return text.match(/^postback_publish_requests_total\{result="refused".* [1-9]\d*$/gm);
  };
  await expect
    .poll(refused)
    .toEqual(['postback_publish_requests_total{result="refused",reason="invalid"} 1']);
  expect(product.out()).not.toContain("database unavailable");
});
