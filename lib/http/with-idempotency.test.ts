import { expect, test } from "vitest";
import { accounts } from "@/db/schema/accounts";
import { eventsApi } from "@/lib/events/contract";
import { ResponseHeaders } from "@/lib/protocol/response-headers";
import { machineContext } from "@/tests/context";
import { freshDatabase } from "@/tests/database";
import { withIdempotency } from "./with-idempotency";

const { db, sql } = await freshDatabase();

test("work that ends after its caller was answered with 503 is rolled back and not remembered", async () => {
  const ctx = machineContext(db);
  const run = (isOver: boolean, name: string) =>
    withIdempotency(
      {
        endpoint: eventsApi.publish,
        request: new Request("http://127.0.0.1/v1/events", {
          method: "POST",
          headers: { "idempotency-key": "render-1" },
        }),
        bodyText: "{}",
        headers: new ResponseHeaders(),
        deadline: { isOver },
      },
      ctx,
      async ({ db }) => {
        await db.insert(accounts).values({ name });
        return { name };
      },
    );
  await expect(run(true, "late")).rejects.toMatchObject({ code: 50300 });
  expect(await run(false, "in time")).toEqual({ name: "in time" });
  expect(await run(false, "repeated")).toEqual({ name: "in time" });
  expect(
    await sql`select name from accounts where name in ('late', 'in time', 'repeated')`,
  ).toEqual([{ name: "in time" }]);
});
