import { createHash } from "node:crypto";
import { get } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Home, makeHome, type Product } from "@/tests/product";

// On the first start of a build, pages wait until a process of low priority has rendered them.
vi.setConfig({ testTimeout: 120_000 });

let home: Home;
let product: Product;
let address: string;
beforeAll(async () => {
  home = await makeHome({ prepared: true });
  product = home.start({ TRUST_PROXY: "1", PAGES_PER_MINUTE: "40" });
  address = await product.address();
});
afterAll(() => home.close());

let turn = 0;
/** Uses a new client address by default, and does not decompress the response. */
function ask(path: string, headers: Record<string, string> = {}) {
  const from = `198.18.0.${++turn % 250}`;
  return new Promise<{ status: number; headers: Record<string, string>; body: Buffer }>(
    (resolve, reject) => {
      get(address + path, { headers: { "x-forwarded-for": from, ...headers } }, (answer) => {
        buffer(answer).then(
          (body) =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers as Record<string, string>,
              body,
            }),
          reject,
        );
      }).on("error", reject);
    },
  );
}

describe.each(["/docs", "/docs/verify", "/docs/api/events", "/login"])("%s", (path) => {
  test("is identical for all clients, and its policy has the hash of each inline script", async () => {
    const [one, other] = [await ask(path), await ask(path, { cookie: "zone=UTC; x=1" })];
    expect(one.status).toBe(200);
    expect(other.body.equals(one.body)).toBe(true);
    const policy = String(one.headers["content-security-policy"]);
    expect(policy).not.toMatch(/nonce-|unsafe-|strict-dynamic/);
    const html = one.body.toString();
    const inline = [...html.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)];
    expect(inline.length).toBeGreaterThan(2);
    for (const [, text = ""] of inline) {
      expect(policy).toContain(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
    }
    expect(html).not.toContain("style=");
  });

  test("has its content in place, which browsers without scripts show too", async () => {
    expect((await ask(path)).body.toString()).not.toMatch(/<div hidden id="S:|<template id="B:/);
  });

  test("is compressed, and answered 304 to a client that has it", async () => {
    const plain = await ask(path);
    const packed = await ask(path, { "accept-encoding": "gzip" });
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    const etag = String(packed.headers.etag);
    const again = await ask(path, { "accept-encoding": "gzip", "if-none-match": etag });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
    expect((await ask(path, { "if-none-match": "*" })).status).toBe(304);
    const other = await ask(path, { "accept-encoding": "gzip;q=0, *" });
    expect(other.headers["content-encoding"]).toBe("br");
    const shrunk = await ask(path, { "accept-encoding": "br, gzip" });
    expect(shrunk.headers["content-encoding"]).toBe("br");
    expect(shrunk.headers.etag).not.toBe(etag);
  });

  test("has the selected look, and one cache entry for all forms of its URL", async () => {
    const dark = await ask(path, { cookie: "a=b; theme=dark; theme=pink" });
    expect(dark.body.toString()).toContain('data-theme="dark"');
    const plain = await ask(path);
    for (const odd of [`${path}?next=/keys&a=${turn}`, `${path}/`]) {
      expect((await ask(odd)).headers.etag).toBe(plain.headers.etag);
    }
    const asData = await ask(`${path}?_rsc=abc`, { rsc: "1" });
    expect(asData.headers.etag).toBe(plain.headers.etag);
  });
});

test("commands on a page use the address of the request", async () => {
  const hosts = ["one.example", "two.example:8080"];
  const pages = await Promise.all(hosts.map((host) => ask("/docs", { host })));
  expect(pages[0]!.body.toString()).toContain("http://one.example/v1");
  expect(pages[1]!.body.toString()).toContain("http://two.example:8080/v1");
  expect(pages[1]!.body.toString()).not.toContain("one.example");
});

test("the OpenAPI document is cached too and equals the API's response", async () => {
  const [here, there] = [await ask("/openapi.json"), await ask("/v1/openapi.json")];
  expect(here.headers["content-type"]).toBe("application/json");
  expect(JSON.parse(here.body.toString())).toEqual(JSON.parse(there.body.toString()));
  expect((await ask("/llms.txt")).headers["content-type"]).toBe("text/plain; charset=utf-8");
});

test("a missing docs page is answered 404, from memory", async () => {
  const from = { "x-forwarded-for": "203.0.113.9" };
  const first = await ask("/docs/nothing", from);
  for (let n = 0; n < 20; n++) {
    const { status, body } = await ask(`/docs/api/none-${n}`, from);
    expect([status, body.equals(first.body)]).toEqual([404, true]);
  }
  expect((await ask("/docs/nothing")).status).toBe(404);
  expect((await ask("/docs/nothing", { "if-none-match": "*" })).status).toBe(404);
});

describe("one address", () => {
  test("has its own limit of pages a minute", async () => {
    const from = { "x-forwarded-for": "203.0.113.7" };
    for (let n = 0; n < 40; n++) expect((await ask("/login", from)).status).toBe(200);
    const { status, headers, body } = await ask("/login", from);
    expect([status, JSON.parse(body.toString()).code]).toEqual([429, 42900]);
    expect(headers["ratelimit-policy"]).toBe('"pages";q=40;w=60');
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect((await ask("/icon.svg", from)).status).toBe(200);
    expect((await ask("/login")).status).toBe(200);
  });

  test("has a lower limit for pages that are not in memory", async () => {
    const from = { "x-forwarded-for": "203.0.113.8" };
    const unknown = (n: number) => ask("/docs", { ...from, host: `made-up-${n}.example` });
    for (let n = 0; n < 4; n++) expect((await unknown(n)).status).toBe(200);
    expect((await unknown(4)).status).toBe(429);
    expect((await unknown(0)).status).toBe(200);
    expect((await ask("/webhooks", from)).headers["ratelimit-policy"]).toBe(
      '"drawn-pages";q=4;w=60',
    );
    expect((await ask("/login", from)).status).toBe(200);
  });
});

test.each(["x", "%5B", "%zz", "[1,2", "%7B%22a%22%3A1%7D", "a".repeat(9000)])(
  "an invalid router state (%#) is answered 400 without a logged stack",
  async (state) => {
    const { status, body } = await ask("/keys", { rsc: "1", "next-router-state-tree": state });
    expect([status, JSON.parse(body.toString()).code]).toEqual([400, 40000]);
    expect(product.out() + product.err()).not.toMatch(/router state|^\s+at /im);
  },
);
