import { expect, test } from "vitest";
import { wake } from "@/lib/queue/notify";
import { until } from "@/tests/product";
import { audit, drain } from "../ledger";
import { mostInASecond, owners, startTimes } from "../limits";
import { openWorld } from "../world";

const variables = { DISPATCH: "sharded" };
/** Requests a second, and those that its burst of a tenth of a second adds. */
const rate = { perSecond: 20, most: 22 };

type World = Awaited<ReturnType<typeof openWorld>>;
type Subscriber = Awaited<ReturnType<World["subscribe"]>>;

test("F25: limits of a webhook hold for all workers together while one is killed", async () => {
  const world = await openWorld();
  const slowly = () => ({ status: 200, afterMs: 20 });
  // A worker that gave up a request would send the next while the receiver, late, still counts the one before.
  const capped = await Promise.all([1, 2, 3, 3, 3, 3].map((n) => world.subscribe(slowly, 10, n)));
  const rated = await world.subscribe(undefined, 10);
  await world.sql`
    update webhooks set rate_per_second = ${rate.perSecond} where id = ${rated.webhookId}`;
  const failing = await world.subscribe(() => ({ status: 500, afterMs: 20 }), 1, 1);

  const [killed] = await Promise.all([1, 2, 3].map(() => world.worker({ variables })));
  await until(async () => (await owners(world.sql)) === 3);
  const accepted = new Map<Subscriber, Map<string, string>>();
  for (const subscriber of [...capped, rated, failing]) {
    accepted.set(subscriber, await publish(world, subscriber, 100));
  }
  wake(world.sql);
  await until(async () => await isOpen(world, failing));
  await capped[5]?.waitFor(30);
  await killed?.end("SIGKILL");
  await until(async () => (await owners(world.sql)) === 2);

  expect(await isOpen(world, failing)).toBe(true);
  // The slot of the tenth failure is used again before the failure is counted.
  expect(failing.received, "opened by ten failures").toHaveLength(11);

  await world.sql`
    with ended as (delete from queue where webhook_id = ${failing.webhookId} returning delivery_id)
    update deliveries set status = 'cancelled' where id in (select delivery_id from ended)`;
  await drain(world.sql);
  expect(capped.map(({ inFlight }) => inFlight.most)).toEqual([1, 2, 3, 3, 3, 3]);
  expect(mostInASecond(await startTimes(world.sql, rated.webhookId))).toBeLessThanOrEqual(
    rate.most,
  );
  for (const subscriber of [...capped, rated]) {
    await audit(world.sql, accepted.get(subscriber) ?? new Map(), [subscriber]);
  }
});

async function publish({ make }: World, { webhook }: Subscriber, count: number) {
  const accepted = new Map<string, string>();
  for (let n = 0; n < count; n++) {
    const { id, eventId } = await make.delivery(webhook, { dueAt: new Date() });
    accepted.set(eventId, id);
  }
  return accepted;
}

async function isOpen({ sql }: World, { webhookId }: Subscriber): Promise<boolean> {
  const open =
    await sql`select from receivers where webhook_id = ${webhookId} and open_until > now()`;
  return open.length > 0;
}
