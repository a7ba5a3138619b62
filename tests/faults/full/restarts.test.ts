import { expect, test } from "vitest";
import { until } from "@/tests/product";
import { failingAtTimes } from "../behaviour";
import { audit, drain } from "../ledger";
import { produce } from "../producer";
import { openWorld } from "../world";

test("F3: an API killed during repeated requests stores each event once", async () => {
  const world = await openWorld();
  const subscriber = await world.subscribe();
  let web = await world.web();
  await world.worker();
  const producer = produce(() => web.address, { count: 300 });
  for (const share of [0.2, 0.5, 0.8]) {
    await producer.atLeast(share);
    await web.end("SIGKILL");
    web = await world.web({ variables: { PORT: web.port } });
  }
  await producer.over;
  await drain(world.sql);

  expect(await audit(world.sql, producer.accepted, [subscriber])).toBe(0);
  const [stored] = await world.sql`select count(*)::int as n from events`;
  expect(stored?.n).toBe(300);
});

test("F14: eight competing workers send each delivery once", async () => {
  const world = await openWorld();
  // On a busy machine a response takes longer than the usual deadline of a second, and is sent again.
  const subscriber = await world.subscribe(undefined, 30);
  const accepted = new Map<string, string>();
  for (let n = 0; n < 2000; n++) {
    const { id, eventId } = await world.make.delivery(subscriber.webhook);
    accepted.set(eventId, id);
  }
  await Promise.all(Array.from({ length: 8 }, () => world.worker()));
  await drain(world.sql);
  expect(await audit(world.sql, accepted, [subscriber])).toBe(0);
});

test("F17: twenty rolling restarts under load lose nothing and send nothing twice", async () => {
  const world = await openWorld();
  const subscriber = await world.subscribe(() => ({ status: 200, afterMs: 50 }));
  const web = await world.web();
  const producer = produce(() => web.address, { count: 1500 });
  let worker = await world.worker();
  for (let restart = 1; restart <= 20; restart++) {
    await subscriber.waitFor(restart * 50);
    const next = await world.worker();
    // A process that is still starting need not shut down gracefully.
    await until(async () => (await world.listening()) > 1);
    expect(await worker.end("SIGTERM")).toBe(0);
    worker = next;
  }
  await producer.over;
  await drain(world.sql);
  expect(await audit(world.sql, producer.accepted, [subscriber])).toBe(0);
});

test("the ledger: workers, API and Postgres are killed in turn while receivers fail slowly", async () => {
  const world = await openWorld();
  const subscribers = [await world.subscribe(), await world.subscribe(failingAtTimes)];
  let web = await world.web();
  let workers = [await world.worker(), await world.worker()];
  const count = 900;
  const producer = produce(() => web.address, { count, publishers: 8 });
  const kill = [
    async () => {
      await Promise.all(workers.map((worker) => worker.end("SIGKILL")));
      workers = [await world.worker(), await world.worker()];
    },
    async () => {
      await web.end("SIGKILL");
      web = await world.web({ variables: { PORT: web.port } });
    },
    async () => {
      await world.postgres.kill();
      await world.postgres.restart();
    },
  ];

  for (let round = 1; round < 10; round++) {
    await producer.atLeast(round / 10);
    await kill[round % kill.length]?.();
    workers[0]?.signal("SIGSTOP");
    await world.expireLeases();
    workers[0]?.signal("SIGCONT");
  }
  await producer.over;
  await world.expireLeases();
  await drain(world.sql);
  await audit(world.sql, producer.accepted, subscribers);
});
