import { expect, test } from "vitest";
import type { InboxBin } from "@/lib/inbox/queries";
import { effectOf } from "./answer-words";

const effect = (status: InboxBin["status"], retryAfterSeconds: number | null) =>
  effectOf({ status, retryAfterSeconds } as InboxBin);

test("429 and 503 ask for a delay only with Retry-After", () => {
  for (const status of [429, 503] as const) {
    expect(effect(status, 30)).toBe("Retried after the delay it asks for.");
    expect(effect(status, null)).toBe("Retried on schedule.");
  }
  expect(effect(500, 30)).toBe("Retried on schedule.");
  expect(effect(200, null)).toBe("Delivered.");
});
