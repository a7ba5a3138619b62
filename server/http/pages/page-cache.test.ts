import { expect, test } from "vitest";
import type { FinishedPage } from "./finish";
import { PageCache } from "./page-cache";

const pageOf = (bytes: number, status = 200): FinishedPage => ({
  status,
  headers: {},
  bodies: { br: Buffer.alloc(bytes / 2), gzip: Buffer.alloc(bytes / 2) },
  etag: '"a"',
});

test("bounds its bytes for any number of hosts and keeps recently used pages", async () => {
  const cache = new PageCache(10_000);
  await cache.make("used", async () => pageOf(1000));
  for (let n = 0; n < 100; n++) {
    await cache.make(`host-${n}`, async () => pageOf(1000));
    expect(cache.get("used")).toBeDefined();
    expect(cache.bytes).toBeLessThanOrEqual(10_000);
  }
  expect(cache.get("host-0")).toBeUndefined();
  expect(cache.get("host-99")).toBeDefined();
});

test("renders a page once for concurrent requests, and again after a failure", async () => {
  const cache = new PageCache(10_000);
  let made = 0;
  const failing = () => cache.make("a", async () => Promise.reject(new Error(`${++made}`)));
  await Promise.allSettled([failing(), failing()]);
  expect(made).toBe(1);
  await cache.make("a", async () => pageOf(1000));
  expect(cache.get("a")).toBeDefined();
});

test("does not cache missing pages", async () => {
  const cache = new PageCache(10_000);
  await cache.make("a", async () => pageOf(1000, 404));
  expect(cache.get("a")).toBeUndefined();
});
