import { expect, test } from "vitest";
import { isAwaited, outcomeOf } from "./resend-outcome";

const first = { number: 1, trigger: "event" } as const;
const retry = { number: 2, trigger: "event" } as const;
const resent = { number: 3, trigger: "resend" } as const;

test("an automatic retry between the request of a resend and its attempt is not its result", () => {
  expect(outcomeOf([retry, first], 1)).toBeUndefined();
  expect(isAwaited({ status: "pending", attemptLog: [retry, first] }, 1)).toBe(true);
  expect(outcomeOf([resent, retry, first], 1)).toBe(resent);
  expect(isAwaited({ status: "delivered", attemptLog: [resent, retry, first] }, 1)).toBe(false);
});

test("nothing is awaited before a resend, and after one is cancelled", () => {
  expect(isAwaited({ status: "pending", attemptLog: [first] }, undefined)).toBe(false);
  expect(isAwaited({ status: "cancelled", attemptLog: [first] }, 1)).toBe(false);
});
