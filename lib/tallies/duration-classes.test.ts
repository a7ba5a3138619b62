import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { percentilesOf, tookOf } from "./duration-classes";

const { db } = await freshDatabase();

test("percentiles of durations are exact to ten percent, also where half are as fast", async () => {
  const took = sql.raw(tookOf("ms"));
  const [found] = await db.execute(
    percentilesOf(sql`
      select 1 as of, ${took} as took, n from (values (0, 1), (10, 9), (1000, 10)) as t(ms, n)`),
  );
  expect(found).toMatchObject({ p50: 10, total: 20 });
  expect(found?.p95).toBeGreaterThanOrEqual(1000);
  expect(found?.p95).toBeLessThanOrEqual(1100);
});
