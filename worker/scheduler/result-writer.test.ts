import { expect, test } from "vitest";
import { type Result, unsentResult } from "@/lib/queue/result";
import { leasedDelivery } from "@/tests/leased-delivery";
import { ResultWriter } from "./result-writer";

const callbackUrl = "https://hooks.example/";
const minuteMs = 60_000;

test("while the database is away, results are written again until their leases end", async () => {
  const written: Result[][] = [];
  let isAway = true;
  const writer = new ResultWriter({
    async complete(results) {
      if (isAway) {
        isAway = false;
        throw new Error("away");
      }
      written.push(results);
      return results.length;
    },
  });
  const leased = leasedDelivery({ callbackUrl });
  const expired = { ...leased, claimedAt: performance.now() - minuteMs };

  for (const claimed of [leased, expired]) writer.add(unsentResult(claimed));
  await writer.idle();

  expect(written).toEqual([[unsentResult(leased)]]);
});
