import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { briefly, isPutOff } from "./briefly";

const { sql } = await freshDatabase();

test("all of it happens, or nothing", async () => {
  const make = "create table made_briefly (id int)";
  await expect(briefly(sql, [make, "select 1 / 0"])).rejects.toThrow("division by zero");
  await briefly(sql, [make, "insert into made_briefly values (1)"]);
  expect(await sql`select id from made_briefly`).toEqual([{ id: 1 }]);
});

test("where others are busy it gives up, and changes nothing", async () => {
  await sql.begin(async (busy) => {
    await busy`lock table deliveries in access share mode`;
    const drop = briefly(sql, ["create table half_made ()", "lock table deliveries"]);
    expect(isPutOff(await drop.catch((error: unknown) => error))).toBe(true);
  });
  expect(await sql`select to_regclass('half_made') as made`).toEqual([{ made: null }]);
});
