import { expect, test } from "vitest";
import { newId } from "@/lib/new-id";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { receive } from "./receive";

const { db, sql } = await freshDatabase();
const accountId = await makers(sql).account();
const token = "abcdefgh2345".repeat(2);

test("concurrent requests are numbered one by one, and each queued answer is given once", async () => {
  await sql`
    insert into inbox_bins (id, account_id, name, token, status, delay_seconds, next)
    values (new_id(), ${accountId}, 'bin', ${token}, 200, 0, '{503, 429}')`;
  const arrived = { sender: newId(), method: "POST", headers: [], body: Buffer.from("{}") };
  const answers = await Promise.all(Array.from({ length: 8 }, () => receive(db, token, arrived)));
  const inOrder = answers.toSorted((one, other) => one!.number - other!.number);
  expect(inOrder.map((answer) => [answer!.number, answer!.status])).toEqual([
    ...[503, 429, 200, 200, 200, 200, 200, 200].map((status, n) => [n + 1, status]),
  ]);
});
