import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectSql } from "@/db/client";
import { startEmbeddedPostgres } from "@/server/embedded-postgres/database";
import { stopPostgresOnExit } from "@/tests/cleanup-on-exit";
import { behave } from "@/tests/faults/behaviour";
import { audit, drain } from "@/tests/faults/ledger";
import { produce } from "@/tests/faults/producer";
import { key, programs } from "@/tests/faults/programs";
import { makers } from "@/tests/make";
import { until } from "@/tests/product";
import { startReceiver } from "@/tests/receiver";
import { bundlePreviousRelease, bundleThisRelease, type Release } from "./releases";

const count = 1500;
const perSecond = 200;
const publishers = 16;
const variables = { PUBLISH_EVENTS_PER_SECOND: "1000" };

const closers: (() => unknown)[] = [];
let previous: Release;
let current: Release;
beforeAll(async () => {
  current = await bundleThisRelease();
  const { remove, ...release } = await bundlePreviousRelease();
  previous = release;
  closers.push(remove);
});
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function migrate({ folder }: Release, url: string): Promise<void> {
  const env = { ...process.env, DATABASE_URL: url, BOOTSTRAP_API_KEY: key };
  const command = ["--import", "tsx", "server/cli/postback.ts", "migrate"];
  await promisify(execFile)(process.execPath, command, { cwd: folder, env });
}

/** A database as the previous release leaves it, and programs of both releases on it. */
async function openWorld() {
  const dir = await mkdtemp(path.join(tmpdir(), "postback-upgrade-"));
  // The server's own account must be able to traverse the folder.
  await chmod(dir, 0o711);
  stopPostgresOnExit(dir);
  const { url, stop } = await startEmbeddedPostgres({ dir });
  closers.push(async () => {
    await stop();
    await rm(dir, { recursive: true, force: true });
  });
  await migrate(previous, url);
  const sql = connectSql(url, 3);
  closers.push(() => sql.end({ timeout: 1 }));
  const running = programs(url);
  closers.push(running.close);

  const receiver = await startReceiver();
  closers.push(receiver.close);
  // One event in ten fails at first, so that retries cross the upgrade.
  let failures = 0;
  const kept = behave((copy, place) => {
    if (copy > 1 || place % 10 > 0) return { status: 200 };
    failures++;
    return { status: 500 };
  });
  receiver.answer(kept.answer);
  const [account] = await sql`select id from accounts`;
  const draft = { accountId: account?.id, callbackUrl: receiver.url, deadlineSeconds: 10 };
  const webhook = await makers(sql).webhook(draft);
  const { received } = receiver;
  const { succeeded } = kept;
  const subscriber = { webhookId: webhook.id, secret: webhook.secret, received, succeeded };
  return {
    url,
    sql,
    running,
    subscriber: { ...subscriber, waitFor: receiver.waitFor },
    failures: () => failures,
  };
}

test("under load, web and workers of the previous release are replaced one by one: nothing is lost or sent twice", async () => {
  const { url, sql, running, subscriber, failures } = await openWorld();
  const workers = async () => (await sql`select id from workers`).map(({ id }) => id);
  /** Starts a worker, and waits for its first heartbeat. */
  async function startWorker(release: Release) {
    const known = await workers();
    const worker = await running.worker({ bundle: release.worker });
    await until(async () => (await workers()).some((id) => !known.includes(id)));
    return worker;
  }
  let web = await running.web({ bundle: previous.web, variables });
  const oldWorkers = [await startWorker(previous), await startWorker(previous)];
  const producer = produce(() => web.address, { count, publishers, perSecond });
  await producer.atLeast(0.2);

  await migrate(current, url);
  // The previous release runs on the new schema.
  const delivered = subscriber.succeeded.size;
  await producer.atLeast(0.4);
  await subscriber.waitFor(delivered + 0.1 * count);

  const oldWeb = web;
  web = await running.web({ bundle: current.web, variables });
  await producer.atLeast(0.6);
  expect(await oldWeb.end("SIGTERM")).toBe(0);
  for (const [n, worker] of oldWorkers.entries()) {
    await startWorker(current);
    expect(await worker.end("SIGTERM")).toBe(0);
    await producer.atLeast(0.7 + n / 10);
  }
  await producer.over;
  await drain(sql);

  expect(producer.accepted.size).toBe(count);
  // No connection was refused. A machine that is too busy answers 503.
  expect([...producer.statuses.keys()].filter((status) => status !== 503)).toEqual([202]);
  expect(await audit(sql, producer.accepted, [subscriber])).toBe(failures());
});

test("killed under load, processes of both releases work in all pairs: nothing is lost", async () => {
  const { url, sql, running, subscriber, failures } = await openWorld();
  const worker = ({ worker: bundle }: Release) => running.worker({ bundle });
  const oldWeb = await running.web({ bundle: previous.web, variables });
  let web = oldWeb;
  const [killed, suspended] = await Promise.all([worker(previous), worker(previous)]);
  const producer = produce(() => web.address, { count, publishers, perSecond: 100 });
  /** Waits until this share of the events is accepted, and as many more have arrived. */
  async function goesOn(share: number): Promise<void> {
    const arrived = subscriber.succeeded.size;
    await producer.atLeast(share);
    await subscriber.waitFor(arrived + 0.1 * count);
  }
  await goesOn(0.2);
  await migrate(current, url);

  // Old web, new workers.
  const newWorkers = await Promise.all([worker(current), worker(current)]);
  await killed.end("SIGKILL");
  suspended.signal("SIGSTOP");
  await goesOn(0.35);
  await Promise.all(newWorkers.map(({ end }) => end("SIGKILL")));
  newWorkers.push(await worker(current));
  await goesOn(0.5);

  // New web, old worker.
  suspended.signal("SIGCONT");
  web = await running.web({ bundle: current.web, variables });
  await Promise.all([oldWeb.end("SIGKILL"), ...newWorkers.map(({ end }) => end("SIGKILL"))]);
  await goesOn(0.7);
  await web.end("SIGKILL");
  web = await running.web({ bundle: current.web, variables: { ...variables, PORT: web.port } });
  await goesOn(0.9);

  // The new release alone.
  await suspended.end("SIGKILL");
  await worker(current);
  await producer.over;
  await drain(sql);
  expect(producer.accepted.size).toBe(count);
  const [stored] = await sql`select count(*)::int as n from events`;
  expect(stored?.n, "repeated requests are stored once").toBe(count);
  const copies = await audit(sql, producer.accepted, [subscriber]);
  console.info(`${copies - failures()} duplicates of ${count} events`);
});
