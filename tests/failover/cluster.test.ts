import { afterEach, expect, test } from "vitest";
import { connectDatabase, connectSql, type Sql } from "@/db/client";
import { bootstrap } from "@/lib/bootstrap";
import { readEnvironment } from "@/lib/env";
import { behave } from "@/tests/faults/behaviour";
import { audit, drain } from "@/tests/faults/ledger";
import { mostInASecond, owners, startTimes } from "@/tests/faults/limits";
import { produceAt } from "@/tests/faults/paced-producer";
import { key, programs } from "@/tests/faults/programs";
import { makers } from "@/tests/make";
import { startNats } from "@/tests/nats/server";
import { until } from "@/tests/product";
import { startProxy } from "@/tests/proxy";
import { startReceiver } from "@/tests/receiver";
import { startPair } from "./pair";

const eventsPerSecond = 20;
/** Requests a second, and those that its burst of a tenth of a second adds. */
const rate = { perSecond: 30, most: 33 };

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
function onEnd<T extends { close(): Promise<unknown> }>(started: T): T {
  closers.push(started.close);
  return started;
}

test("two web and three worker processes, brokers and the primary are lost in turn: no event is, and limits hold", async () => {
  const { pair, nats, sql, running } = await openWorld();
  const account = (await sql`select id from accounts`)[0]?.id;
  const capped = await Promise.all([1, 2, 3].map((n) => subscribe(sql, account, n)));
  const rated = await subscribe(sql, account, 8);
  await sql`update webhooks set rate_per_second = ${rate.perSecond} where id = ${rated.webhookId}`;
  const subscribers = [...capped, rated];

  const settings = { DISPATCH: "nats", NATS_REPLICAS: "3" };
  const links = await cuttable(pair.url, nats.urls);
  const startWorker = () => running.worker({ variables: { ...settings, ...links.variables } });
  const forWeb = { ...settings, NATS_URL: nats.url };
  let [web, other] = await Promise.all([1, 2].map(() => running.web({ variables: forWeb })));
  let [killed, suspended] = await Promise.all([
    ...[1, 2].map(() => running.worker({ variables: forWeb })),
    startWorker(),
  ]);
  await until(async () => (await owners(sql)) === 3);

  let turn = 0;
  const producer = produceAt(eventsPerSecond, () => (turn++ % 2 === 0 ? web : other)!.address);
  /** Waits until events that are accepted from now on have arrived at every receiver. */
  async function goesOn(): Promise<void> {
    const before = producer.accepted.size;
    await until(() => producer.accepted.size >= before + eventsPerSecond);
    const fresh = [...producer.accepted.keys()].slice(before);
    const have = ({ succeeded }: { succeeded: Set<string> }) =>
      fresh.some((id) => succeeded.has(id));
    await until(() => subscribers.every(have));
  }
  await goesOn();

  await web?.end("SIGKILL");
  await goesOn();
  web = await running.web({ variables: { ...forWeb, PORT: web?.port ?? "" } });

  await killed?.end("SIGKILL");
  await until(async () => (await owners(sql)) === 2);
  await goesOn();
  killed = await running.worker({ variables: forWeb });
  await until(async () => (await owners(sql)) === 3);

  suspended?.signal("SIGSTOP");
  await until(async () => (await owners(sql)) === 2);
  await goesOn();
  suspended?.signal("SIGCONT");
  await until(async () => (await owners(sql)) === 3);

  await Promise.all([0, 1].map((n) => nats.end(n)));
  await goesOn();
  await Promise.all([0, 1].map((n) => nats.start(n)));
  for (const line of links.broker) line.silence();
  await goesOn();
  for (const line of links.broker) line.mend();

  for (const line of links.postgres) line.silence();
  await until(async () => (await owners(sql)) === 2);
  await goesOn();
  for (const line of links.postgres) line.mend();
  await until(async () => (await owners(sql)) === 3);

  pair.killPrimary();
  await pair.promote();
  await goesOn();
  await producer.stop();

  await drain(sql);
  // Events without an answer may have been stored all the same.
  const stored = await sql<{ id: string; data: string }[]>`select id, data from events`;
  const published = new Map(stored.map(({ id, data }) => [id, JSON.parse(data).videoId]));
  expect([...producer.accepted.keys()].filter((id) => !published.has(id))).toEqual([]);
  const duplicates = await audit(sql, published, subscribers);
  expect(capped.map(({ inFlight }) => inFlight.most)).toEqual([1, 2, 3]);
  expect(mostInASecond(await startTimes(sql, rated.webhookId))).toBeLessThanOrEqual(rate.most);
  console.log(`cluster: ${published.size} events, 0 lost, ${duplicates} duplicate requests`);
});

async function openWorld() {
  const pair = onEnd(await startPair({ synchronous: true }));
  const nats = onEnd(await startNats(3));
  const running = onEnd(programs(pair.url));
  const db = connectDatabase(pair.url, 1);
  await bootstrap(db, readEnvironment({ BOOTSTRAP_API_KEY: key }));
  await db.$client.end();
  const sql = connectSql(pair.url, 2);
  closers.push(() => sql.end({ timeout: 1 }));
  return { pair, nats, sql, running };
}

async function subscribe(sql: Sql, accountId: string, maxConcurrency: number) {
  const receiver = onEnd(await startReceiver());
  const { answer, succeeded, inFlight } = behave(() => ({ status: 200, afterMs: 10 }));
  receiver.answer(answer);
  // A worker that gave up a request would send the next while the receiver, late, still counts the one before.
  const webhook = await makers(sql).webhook({
    accountId,
    callbackUrl: receiver.url,
    maxConcurrency,
    deadlineSeconds: 10,
  });
  const { received } = receiver;
  return { webhookId: webhook.id, secret: webhook.secret, received, succeeded, inFlight };
}

/** Lines of one worker to both servers of Postgres and to all brokers, which a test can cut. */
async function cuttable(databaseUrl: string, brokers: string[]) {
  const ports = [...databaseUrl.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port));
  const lineTo = async (port: number) => onEnd(await startProxy({ host: "127.0.0.1", port }));
  const postgres = await Promise.all(ports.map(lineTo));
  const broker = await Promise.all(brokers.map((url) => lineTo(Number(new URL(url).port))));
  const hosts = postgres.map(({ port }) => `127.0.0.1:${port}`).join();
  const variables = {
    DATABASE_URL: databaseUrl.replace(/127\.0\.0\.1:\d+,127\.0\.0\.1:\d+/, hosts),
    NATS_URL: broker.map(({ port }) => `nats://127.0.0.1:${port}`).join(),
  };
  return { postgres, broker, variables };
}
