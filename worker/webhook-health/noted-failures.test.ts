import { beforeEach, expect, test, vi } from "vitest";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { CircuitBreaker } from "./circuit-breaker";

const { sql } = await freshDatabase();
const make = makers(sql);

let hook: Awaited<ReturnType<typeof make.webhook>>;
beforeEach(async () => {
  hook = await make.webhook();
});

test("results of the latest 20,000 webhooks that failed are remembered", async () => {
  const { opening, fail, breaker } = failures();
  fail(hook.id, 9);
  for (let n = 0; n < 20_000; n++) fail(`one-shot ${n}`, 1);
  fail(hook.id, 9);
  expect(opening).not.toHaveBeenCalled();
  for (let n = 0; n < 19_999; n++) fail(`other ${n}`, 1);
  fail(hook.id, 1);
  expect(opening).toHaveBeenCalledWith(hook.id);
  await breaker.idle();
});

test("failures before a change of the webhook do not count", async () => {
  const { opening, fail, breaker } = failures();
  fail(hook.id, 9);
  breaker.forget(hook.id);
  fail(hook.id, 9);
  expect(opening).not.toHaveBeenCalled();
  fail(hook.id, 1);
  expect(opening).toHaveBeenCalledWith(hook.id);
  await breaker.idle();
});

/** A breaker that notes failures of closed circuits. */
function failures() {
  const opening = vi.fn();
  const breaker = new CircuitBreaker(sql, { opening, opened() {} });
  const fail = (webhookId: string, times: number) => {
    const attempt = {
      webhookId,
      callbackUrl: hook.callbackUrl,
      trigger: "event",
      attempt: 1,
      phase: "closed",
      cooldownSeconds: null,
    } as const;
    for (let n = 0; n < times; n++) breaker.note(attempt, { cause: "http_5xx" });
  };
  return { opening, fail, breaker };
}
