import { expect, test } from "vitest";
import { api, origin } from "./client";
import { account } from "./world";

const always = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": expect.stringContaining("camera=()"),
};

test.each([
  "GET /v1",
  "GET /v1/openapi.json",
  "GET /v1/nowhere",
  "PATCH /v1/webhooks",
  "DELETE /v1/webhooks/1",
])("%s has all browser security headers and is not cached", async (line) => {
  const { key } = await account();
  const { headers } = await api(line, { key });
  expect(Object.fromEntries(headers)).toMatchObject({
    ...always,
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  });
});

test("pages and assets have them too; each page has its own nonce", async () => {
  const pages = await Promise.all(["/nowhere", "/nowhere", "/webhooks", "/keys"].map(open));
  const nonces = pages.map(({ csp }) => /script-src 'self' 'nonce-([^']{24})'/.exec(csp)?.[1]);
  expect(new Set(nonces).size).toBe(4);
  expect(nonces).not.toContain(undefined);
  for (const { headers, csp } of pages) {
    expect(headers).toMatchObject(always);
    expect(csp).not.toContain("unsafe-");
  }

  const script = /\/_next\/static\/[^"]+\.js/.exec(pages[0]?.html ?? "")?.[0];
  const asset = await open(script ?? "");
  expect(asset.headers).toMatchObject(always);
  expect(asset.csp).toContain("default-src 'self'");
});

test.each(["/healthz", "/readyz"])("%s says no less", async (path) => {
  const { headers } = await open(path);
  expect(headers).toMatchObject({
    ...always,
    "cache-control": "no-store",
    "content-security-policy": expect.stringMatching(/^default-src .*frame-ancestors 'none'$/),
    "x-request-id": expect.any(String),
  });
});

test.each([
  "/icon.svg",
  "/robots.txt",
  "/_next/static/nothing.js",
  "/_next/image?url=/x&w=64&q=75",
])("what stands beside the pages has them: %s", async (path) => {
  const { headers, csp } = await open(path);
  expect(headers).toMatchObject(always);
  expect(csp).toContain("default-src 'self'");
  expect(csp).not.toContain("unsafe-");
});

async function open(path: string) {
  const answer = await fetch(origin + path, { redirect: "manual" });
  const headers = Object.fromEntries(answer.headers);
  return { headers, csp: headers["content-security-policy"] ?? "", html: await answer.text() };
}
