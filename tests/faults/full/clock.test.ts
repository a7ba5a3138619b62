import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { until } from "@/tests/product";
import { audit, drain } from "../ledger";
import { openWorld } from "../world";

const hourMs = 3_600_000;
const shiftedClock = fileURLToPath(new URL("../shifted-clock.mjs", import.meta.url));

test.each([2, -2])(
  "F16: a worker with a clock %i h off keeps lease and schedule and signs correctly",
  async (hours) => {
    const world = await openWorld();
    const answers: (() => void)[] = [];
    const subscriber = await world.subscribe((copy) =>
      copy > 1 ? { status: 200 } : (response) => answers.push(() => response.writeHead(500).end()),
    );
    const { id, eventId } = await world.make.delivery(subscriber.webhook);
    const wait = async (leased: boolean) => {
      const [row] = await until(async () => {
        const rows = await world.sql`
          select extract(epoch from due_at - now())::float8 as seconds from queue
          where delivery_id = ${id} and attempt = 1 and leased = ${leased}`;
        return rows.length > 0 ? rows : null;
      });
      return row?.seconds;
    };
    await world.worker({
      variables: {
        NODE_OPTIONS: `--import ${shiftedClock}`,
        CLOCK_SHIFT_MS: String(hours * hourMs),
      },
    });

    await subscriber.waitFor(1);
    const lease = await wait(true);
    answers[0]?.();
    const retry = await wait(false);
    for (const seconds of [lease, retry]) expect(Math.abs(seconds)).toBeLessThan(60);
    await drain(world.sql);
    const [log] = await world.sql`
      select max(abs(extract(epoch from started_at - now())))::float8 as seconds from attempts`;
    expect(log?.seconds).toBeLessThan(600);
    // Verification includes the timestamp.
    await audit(world.sql, new Map([[eventId, id]]), [subscriber]);
  },
);
