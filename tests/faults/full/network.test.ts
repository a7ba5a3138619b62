import { expect, test } from "vitest";
import { connectSql } from "@/db/client";
import { until } from "@/tests/product";
import { startProxy } from "@/tests/proxy";
import { audit, drain } from "../ledger";
import { produce } from "../producer";
import { onEnd, openWorld } from "../world";

function behindProxy(url: string, port: number): string {
  const other = new URL(url);
  other.port = String(port);
  return other.href;
}

async function proxied(url: string) {
  const { hostname, port } = new URL(url);
  const proxy = await startProxy({ host: hostname, port: Number(port) });
  onEnd(proxy.close);
  return { proxy, url: behindProxy(url, proxy.port) };
}

test.each(["cut", "reset", "silence", "dropFlows"] as const)(
  "F7: %s between a worker and Postgres, and back",
  async (fault) => {
    const world = await openWorld();
    const { proxy, url } = await proxied(world.postgres.url);
    const subscriber = await world.subscribe();
    const accepted = new Map<string, string>();
    const publish = async (count: number) => {
      for (let n = 0; n < count; n++) {
        const { id, eventId } = await world.make.delivery(subscriber.webhook);
        accepted.set(eventId, id);
      }
    };
    await publish(100);
    const worker = await world.worker({ variables: { DATABASE_URL: url } });
    await subscriber.waitFor(20);

    proxy[fault]();
    await publish(100);
    proxy.mend();
    await world.expireLeases();
    await drain(world.sql);
    await audit(world.sql, accepted, [subscriber]);
    expect(await worker.end("SIGTERM"), "it is the one that was there from the start").toBe(0);
  },
);

test("F7: a receiver's network that breaks mid-request costs a retry, never an event", async () => {
  const world = await openWorld();
  const subscriber = await world.subscribe();
  const { proxy, url } = await proxied(subscriber.url);
  await world.sql`update webhooks set callback_url = ${url} where id = ${subscriber.webhookId}`;
  const accepted = new Map<string, string>();
  for (let n = 0; n < 100; n++) {
    const { id, eventId } = await world.make.delivery(subscriber.webhook);
    accepted.set(eventId, id);
  }

  await world.worker();
  await subscriber.waitFor(10);
  proxy.reset();
  await until(async () => {
    const [row] = await world.sql`select count(*)::int as n from attempts where cause is not null`;
    return row?.n > 0;
  });
  proxy.mend();
  await drain(world.sql);
  await audit(world.sql, accepted, [subscriber]);
});

test("F6: the API returns 503 while Postgres is suspended, and then recovers", async () => {
  const world = await openWorld();
  const subscriber = await world.subscribe();
  const web = await world.web();
  await world.worker();
  const producer = produce(() => web.address, { count: 300 });
  await producer.atLeast(0.3);

  world.postgres.signal("SIGSTOP");
  await until(() => producer.statuses.get(503));
  world.postgres.signal("SIGCONT");

  await producer.over;
  await drain(world.sql);
  await audit(world.sql, producer.accepted, [subscriber]);
});

test("F21: with Postgres connections exhausted the API still responds", async () => {
  const world = await openWorld({ max_connections: "12", superuser_reserved_connections: "0" });
  const subscriber = await world.subscribe();
  const web = await world.web();
  const taken = connectSql(world.postgres.url, 12);
  onEnd(() => taken.end({ timeout: 1 }));
  const holding = Array.from({ length: 12 }, () => taken`select pg_sleep(600)`.catch(() => null));
  const asleep = () => world.sql`
    select pid from pg_stat_activity where query like 'select pg_sleep%' and pid <> pg_backend_pid()`;
  await until(async () => (await asleep()).length > 5);

  const producer = produce(() => web.address, { count: 50, publishers: 16 });
  await until(() => producer.statuses.size > 0);
  expect([...producer.statuses.keys()].filter((status) => ![202, 503].includes(status))).toEqual(
    [],
  );
  for (const { pid } of await asleep()) await world.sql`select pg_terminate_backend(${pid})`;
  await Promise.all([...holding, producer.over]);

  // There is only one connection left.
  await web.end("SIGTERM");
  await world.worker();
  await drain(world.sql);
  await audit(world.sql, producer.accepted, [subscriber]);
});
