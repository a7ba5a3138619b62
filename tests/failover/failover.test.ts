import { afterEach, expect, test } from "vitest";
import { connectDatabase, connectSql } from "@/db/client";
import { bootstrap } from "@/lib/bootstrap";
import { readEnvironment } from "@/lib/env";
import { behave } from "@/tests/faults/behaviour";
import { audit, drain } from "@/tests/faults/ledger";
import { produceAt } from "@/tests/faults/paced-producer";
import { key, programs } from "@/tests/faults/programs";
import { makers } from "@/tests/make";
import { until } from "@/tests/product";
import { startReceiver } from "@/tests/receiver";
import { startPair } from "./pair";

const ratePerSecond = 300;
/** Events accepted while replication is suspended. */
const behind = 100;

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A pair of servers, a web process, a worker and a receiver with a webhook. */
async function openWorld(options: { synchronous: boolean }) {
  const pair = await startPair(options);
  closers.push(pair.close);
  const running = programs(pair.url);
  closers.push(running.close);
  const db = connectDatabase(pair.url, 1);
  await bootstrap(db, readEnvironment({ BOOTSTRAP_API_KEY: key }));
  await db.$client.end();
  const sql = connectSql(pair.url, 2);
  closers.push(() => sql.end({ timeout: 1 }));
  const [account] = await sql`select id from accounts`;
  const receiver = await startReceiver();
  closers.push(receiver.close);
  const kept = behave(() => ({ status: 200 }));
  receiver.answer(kept.answer);
  // On a busy machine this process answers some requests late. With the short deadline of other tests, its circuit would open.
  const webhook = await makers(sql).webhook({
    accountId: account?.id,
    callbackUrl: receiver.url,
    deadlineSeconds: 10,
  });
  const web = await running.web({ variables: { PUBLISH_EVENTS_PER_SECOND: "1000" } });
  await running.worker();
  const { secret, id: webhookId } = webhook;
  const { received } = receiver;
  const subscriber = { webhookId, secret, received, succeeded: kept.succeeded };
  return { pair, running, sql, web, subscriber };
}
type World = Awaited<ReturnType<typeof openWorld>>;

/** Ids of these events that the database does not have. */
async function missing({ sql }: World, ids: string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from unnest(${ids}::uuid[]) as g(id) where not exists (select from events e where e.id = g.id)`;
  return rows.map(({ id }) => id);
}

/** Promotes the standby. Returns the milliseconds until the next accepted event. */
async function promote({ pair }: World, producer: ReturnType<typeof produceAt>): Promise<number> {
  const promotedAt = performance.now();
  await pair.promote();
  const acceptedAt = await until(() => producer.firstAfter(promotedAt));
  return acceptedAt - promotedAt;
}

test("with a synchronous standby no accepted event is lost, and the former primary gets no write", async () => {
  const world = await openWorld({ synchronous: true });
  const { pair, running, sql, web, subscriber } = world;
  const producer = produceAt(ratePerSecond, () => web.address);
  await until(() => producer.accepted.size >= 900);
  pair.killPrimary();
  const acceptedBefore = producer.accepted.size;
  await until(() => producer.refused.size > 0);
  const recoveryMs = await promote(world, producer);
  const resumedAt = performance.now();
  const delivered = subscriber.succeeded.size;
  await until(() => subscriber.succeeded.size > delivered);
  const deliveredMs = recoveryMs + performance.now() - resumedAt;
  await until(() => producer.accepted.size >= acceptedBefore + 900);
  await producer.stop();

  expect(await missing(world, [...producer.accepted.keys()])).toEqual([]);

  await pair.restartReadOnly();
  const former = connectSql(pair.firstUrl, 1);
  closers.push(() => former.end());
  const countOn = async (server: typeof sql) =>
    (await server`select count(*)::int as n from events`)[0]?.n as number;
  const formerCount = await countOn(former);
  // Its processes find the former primary first in their list.
  const late = await running.web();
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and usename = 'postback' and backend_type = 'client backend'`.catch(
    () => null,
  );
  const again = produceAt(ratePerSecond, () => late.address);
  await until(() => again.accepted.size >= 300);
  await again.stop();
  expect(await countOn(former)).toBe(formerCount);
  expect(await missing(world, [...again.accepted.keys()])).toEqual([]);

  await sql`update queue set due_at = now() where leased`;
  await drain(sql);
  // Events without an answer may have been stored all the same.
  const stored = await sql<{ id: string; data: string }[]>`select id, data from events`;
  const published = new Map(stored.map(({ id, data }) => [id, JSON.parse(data).videoId]));
  const duplicates = await audit(sql, published, [subscriber]);
  console.log(
    `synchronous: ${producer.accepted.size + again.accepted.size} accepted, 0 lost, ${duplicates} duplicate requests; first 202 ${Math.round(recoveryMs)} ms and first delivery ${Math.round(deliveredMs)} ms after the promotion`,
  );
});

test("with an asynchronous standby the events of the replication lag are lost, and no others", async () => {
  const world = await openWorld({ synchronous: false });
  const { pair, web } = world;
  const producer = produceAt(ratePerSecond, () => web.address);
  await until(() => producer.accepted.size >= 600);
  const replicated = [...producer.accepted.keys()];
  await until(() => replicationIsAt(world, replicated));
  pair.suspendReplication();
  const suspendedAt = producer.accepted.size;
  await until(() => producer.accepted.size >= suspendedAt + behind);
  pair.killPrimary();
  await until(() => producer.refused.size > 0);
  const acceptedBefore = [...producer.accepted.keys()];
  const recoveryMs = await promote(world, producer);
  await producer.stop();

  const lost = await missing(world, acceptedBefore);
  expect(await missing(world, replicated)).toEqual([]);
  // The control of the test above: it does see lost events.
  expect(lost.length).toBeGreaterThan(0);
  expect(await missing(world, [...producer.accepted.keys()].slice(acceptedBefore.length))).toEqual(
    [],
  );
  console.log(
    `asynchronous, standby suspended: ${lost.length} of the ${acceptedBefore.length - suspendedAt} events accepted meanwhile are lost; first 202 ${Math.round(recoveryMs)} ms after the promotion`,
  );
});

/** Returns whether the standby has these events. */
async function replicationIsAt({ pair }: World, ids: string[]): Promise<boolean> {
  const standby = connectSql(pair.secondUrl, 1);
  const [row] = await standby`select count(*)::int as n from events where id = any(${ids}::uuid[])`;
  await standby.end();
  return row?.n === ids.length;
}
