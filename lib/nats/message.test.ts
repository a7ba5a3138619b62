import { expect, test } from "vitest";
import { leasedDelivery } from "@/tests/leased-delivery";
import { decodeDeliveries, encodeDeliveries } from "./message";

const publisher = "web";
const limit = 1_048_576;
const rowOf = (bytes: number) =>
  leasedDelivery({
    callbackUrl: "https://hooks.example/",
    data: JSON.stringify({ text: "ü".repeat(bytes / 2) }),
  });

test("deliveries arrive as they were sent, with the clock of the process that takes them", () => {
  const rows = [rowOf(10), rowOf(20)];
  const { messages, tooLarge } = encodeDeliveries(rows, publisher, limit);
  expect(tooLarge).toEqual([]);
  expect(messages.map(({ text }) => decodeDeliveries(text, () => 42))).toEqual([
    { publisher, rows: rows.map((row) => ({ ...row, claimedAt: 42 })) },
  ]);
});

test("a message stays below 64 KiB unless one delivery is larger", () => {
  const rows = [30_000, 30_000, 30_000, 200_000, 10].map(rowOf);
  const { messages } = encodeDeliveries(rows, publisher, limit);
  expect(messages.map((message) => message.rows)).toEqual([
    rows.slice(0, 2),
    [rows[2]],
    [rows[3]],
    [rows[4]],
  ]);
});

test("no message exceeds the limit of the broker; a delivery that does alone is in none", () => {
  const rows = [1000, 1000, 5000, 1000].map(rowOf);
  const { messages, tooLarge } = encodeDeliveries(rows, publisher, 4096);
  expect(tooLarge).toEqual([rows[2]]);
  expect(messages.flatMap((message) => message.rows)).toEqual([rows[0], rows[1], rows[3]]);
  for (const { text } of messages) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096);
});
