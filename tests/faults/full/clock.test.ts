import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { until } from "@/tests/product";
import { audit, drain } from "../ledger";
import { openWorld } from "../world";

const libraries = [
  "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
  "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1",
];
const library = libraries.find(existsSync);

test.skipIf(!library).each(["+2h", "-2h"])(
  "F16: a worker whose clock is %s off keeps the schedule and signs right (needs libfaketime)",
  async (skew) => {
    const world = await openWorld();
    const subscriber = await world.subscribe((copy) => ({ status: copy === 1 ? 500 : 200 }));
    const { id, eventId } = await world.make.delivery(subscriber.webhook);
    const fake = { LD_PRELOAD: library ?? "", FAKETIME: skew, FAKETIME_DONT_FAKE_MONOTONIC: "1" };
    await world.worker({ variables: fake });

    const [row] = await until(async () => {
      const rows = await world.sql`
        select extract(epoch from due_at - now())::float8 as wait from queue
        where delivery_id = ${id} and attempt = 1 and not leased`;
      return rows.length > 0 ? rows : null;
    });
    expect(row?.wait).toBeGreaterThan(0);
    expect(row?.wait).toBeLessThanOrEqual(6);
    await drain(world.sql);
    // The signature's time is looked at, too.
    await audit(world.sql, new Map([[eventId, id]]), [subscriber]);
  },
);
