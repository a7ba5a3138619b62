import { expect, inject, test } from "vitest";
import { account, delivery } from "./world";

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
