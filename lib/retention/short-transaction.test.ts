import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { inShortTransaction, isPostponable } from "./short-transaction";

const { sql } = await freshDatabase();

test("runs all statements or none", async () => {
  const make = "create table made_briefly (id int)";
  await expect(inShortTransaction(sql, [make, "select 1 / 0"])).rejects.toThrow("division by zero");
  await inShortTransaction(sql, [make, "insert into made_briefly values (1)"]);
  expect(await sql`select id from made_briefly`).toEqual([{ id: 1 }]);
});

test("gives up when a lock is held, and changes nothing", async () => {
  await sql.begin(async (busy) => {
    await busy`lock table deliveries in access share mode`;
    const drop = inShortTransaction(sql, ["create table half_made ()", "lock table deliveries"]);
    expect(isPostponable(await drop.catch((error: unknown) => error))).toBe(true);
  });
  expect(await sql`select to_regclass('half_made') as made`).toEqual([{ made: null }]);
});
