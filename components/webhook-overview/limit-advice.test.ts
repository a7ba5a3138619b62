import { expect, test } from "vitest";
import { limitAdvice } from "./limit-advice";

test("a limit that is at its maximum is not to be raised", () => {
  const raise = { words: expect.stringMatching(/raise the limit/i), isChangeable: true };
  expect(limitAdvice("concurrency", { maxConcurrency: 63 })).toEqual(raise);
  expect(limitAdvice("concurrency", undefined)).toEqual(raise);
  // A rate limit can be removed.
  expect(limitAdvice("rate", { maxConcurrency: 64 })).toEqual(raise);
  expect(limitAdvice("concurrency", { maxConcurrency: 64 })).toEqual({
    words: expect.not.stringMatching(/raise/),
    isChangeable: false,
  });
});
