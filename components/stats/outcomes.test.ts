import { expect, test } from "vitest";
import { deliveriesOf, deliveryParts, outcomesOf, sumOf } from "./outcomes";

const all = deliveryParts.map(({ key }) => key);
const none = { delivered: 0, failed: 0, retrying: 0, cancelled: 0, waiting: 0, pending: 0 };

test("each delivery has one outcome: those that wait for another attempt are part of the pending ones", () => {
  const counts = outcomesOf({ delivered: 5, failed: 2, cancelled: 1, waiting: 3, pending: 7 });
  expect(counts).toEqual({ delivered: 5, failed: 2, cancelled: 1, retrying: 3, pending: 4 });
  expect(sumOf([counts], ...all)).toBe(15);
});

test("deliveries from before a range are apart from its first bucket", () => {
  const series = [
    { ...none, at: "2026-11-21T14:00:00.000Z", waiting: 4, pending: 9 },
    { ...none, at: "2026-11-21T14:01:00.000Z", waiting: 1, pending: 1 },
  ];
  const { buckets, earlier } = deliveriesOf({ series, earlier: { waiting: 3, pending: 5 } });
  expect(buckets.map(({ retrying, pending }) => [retrying, pending])).toEqual([
    [1, 3],
    [1, 0],
  ]);
  expect([earlier.retrying, earlier.pending]).toEqual([3, 2]);
  expect(sumOf([earlier, ...buckets], ...all)).toBe(10);
});
