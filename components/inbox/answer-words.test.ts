import { expect, test } from "vitest";
import type { InboxBin } from "@/lib/inbox/queries";
import { effectOf } from "./answer-words";

const effect = (status: InboxBin["status"], retryAfterSeconds: number | null, delaySeconds = 0) =>
  effectOf({ status, retryAfterSeconds, delaySeconds });

test("429 and 503 ask for a delay only with Retry-After", () => {
  for (const status of [429, 503] as const) {
    expect(effect(status, 30)).toBe("Retried after the delay it asks for.");
    expect(effect(status, null)).toBe("Retried on schedule.");
  }
  expect(effect(500, 30)).toBe("Retried on schedule.");
  expect(effect(200, null)).toBe("Delivered.");
});

test("a delayed answer is too late for a webhook whose timeout is not longer", () => {
  expect(effect(200, null, 5)).toBe(
    "Delivered. Attempts of webhooks with a timeout of 5\u00a0s or less time out.",
  );
});
