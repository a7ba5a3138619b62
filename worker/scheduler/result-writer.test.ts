import { setImmediate } from "node:timers/promises";
import postgres from "postgres";
import { afterEach, expect, test, vi } from "vitest";
import { type Result, sentResult, unsentResult } from "@/lib/queue/result";
import { failure, success } from "@/tests/attempt-results";
import { leasedDelivery } from "@/tests/leased-delivery";
import { ResultWriter } from "./result-writer";

const callbackUrl = "https://hooks.example/";
const minuteMs = 60_000;

afterEach(() => void vi.useRealTimers());

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

test("a group that exceeds the time limit is written in halves, until each result is written", async () => {
  const { asked, recorded } = await write(results(5), (group) => group.length > 1, "57014");

  expect(asked.map(({ length }) => length)).toEqual([5, 3, 2, 1, 1, 1, 2, 1, 1]);
  expect(recorded).toEqual(results(5));
});

test.each(["21000", "22P05", "23514", "42P08", "54000"])(
  "a group with a rejected result (%s) is written one by one",
  async (code) => {
    const all = results(3);
    const { recorded } = await write(all, (group) => group.includes(all[1]!), code);

    expect(recorded.map(({ deliveryId }) => deliveryId)).toEqual(["0", "1", "2"]);
    const [first, second, third] = recorded;
    expect([first, third]).toEqual([all[0], all[2]]);
    const [url, requestHeaders, responseHeaders, responseBody] = [null, null, null, null];
    expect(second).toEqual({ ...all[1], url, requestHeaders, responseHeaders, responseBody });
  },
);

test("the pause between two writes ends early for a full group, and when the worker stops", async () => {
  // No time passes.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const groups: number[] = [];
  let noteFull = () => {};
  const full = new Promise<void>((resolve) => (noteFull = resolve));
  const writer = new ResultWriter({
    async complete({ length }) {
      groups.push(length);
      if (length === 100) noteFull();
      return length;
    },
  });
  const [first, second, ...others] = results(102);
  writer.add(first!);
  await writer.idle();
  writer.add(second!);
  await setImmediate();
  for (const result of others.slice(1)) writer.add(result);
  await full;
  writer.add(first!);
  await setImmediate();
  await writer.idle();
  expect(groups).toEqual([1, 100, 1]);
});

test("a result is written whole after a deadlock, which is no fault of its values", async () => {
  let failures = 0;
  const { recorded } = await write(results(1), () => failures++ === 0, "40P01");

  expect(recorded).toEqual(results(1));
});

test("more results than one statement takes are written in order", async () => {
  const { asked } = await write(results(1200), () => false, "");

  expect(asked.flat().map(({ deliveryId }) => deliveryId)).toEqual(
    results(1200).map(({ deliveryId }) => deliveryId),
  );
  expect(Math.max(...asked.map(({ length }) => length))).toBeLessThanOrEqual(500);
});

/** Results of as many deliveries, with their place as id. */
function results(count: number): Result[] {
  return Array.from({ length: count }, (_, n) =>
    sentResult(
      { ...leasedDelivery({ callbackUrl, claimedAt: 1e12 }), deliveryId: `${n}` },
      n % 2 === 0 ? failure : success,
      n % 2 === 0 ? { kind: "retry", delayMs: 5000 } : { kind: "delivered" },
    ),
  );
}

/** Writes results to a database that answers some groups with an error. Returns the groups it was asked for, and what it recorded. */
async function write(all: Result[], fails: (group: Result[]) => boolean, code: string) {
  const asked: Result[][] = [];
  const recorded: Result[] = [];
  const writer = new ResultWriter({
    async complete(group) {
      asked.push(group);
      if (asked.length < 20 && fails(group))
        throw Object.assign(new postgres.PostgresError("refused"), { code });
      recorded.push(...group);
      return group.length;
    },
  });
  for (const result of all) writer.add(result);
  await writer.idle();
  return { asked, recorded };
}
