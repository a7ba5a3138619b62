import { expect, test } from "vitest";
import { lazyNext } from "./lazy-next";

test("a process stops also while Next fails to load, and the request gets the reason", async () => {
  const failure = new Error("chunk is missing");
  const next = lazyNext({}, () => Promise.reject(failure));
  await next.close();
  const request = next.get();
  await expect(next.close()).resolves.toBeUndefined();
  await expect(request).rejects.toBe(failure);
});
