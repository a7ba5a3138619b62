import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { postback } from "@/tests/postback";
import { until } from "@/tests/product";
import { audit, drain } from "../ledger";
import { produceAt } from "../paced-producer";
import { startPostgres } from "../postgres";
import { programs } from "../programs";
import { mountSmallDisk, noSmallDisk } from "../small-disk";
import { onEnd, openWorld } from "../world";

const ratePerSecond = 300;
const inFlight = 32;

async function run(databaseUrl: string, ...words: string[]): Promise<void> {
  const [program, ...first] = postback;
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  await promisify(execFile)(program, [...first, ...words], { env });
}

test("F26: a backup under load, restored elsewhere after a crash, has and delivers all that was accepted before it", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "postback-backups-"));
  onEnd(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "now.backup.gz");
  const world = await openWorld();
  let status = 200;
  const subscriber = await world.subscribe(() => ({ status }), 10);
  const web = await world.web({ variables: { PUBLISH_EVENTS_PER_SECOND: "1000" } });
  const worker = await world.worker();
  const producer = produceAt(ratePerSecond, () => web.address, inFlight);
  await subscriber.waitFor(2 * ratePerSecond);
  // The circuit opens: deliveries stay pending from here on, and nothing is sent between snapshot and crash.
  status = 503;
  await until(
    async () => (await world.sql`select from receivers where open_until > now()`).length > 0,
  );
  const opened = producer.accepted.size;
  await until(() => producer.accepted.size > opened + 2 * ratePerSecond);

  const before = [...producer.accepted.keys()];
  await run(world.postgres.url, "backup", "--to", file);
  expect(producer.accepted.size).toBeGreaterThan(before.length);
  await Promise.all([web.end("SIGKILL"), worker.end("SIGKILL"), world.postgres.kill()]);
  await producer.stop();

  const target = await startPostgres();
  onEnd(target.close);
  await run(target.url, "restore", file);
  const stored = new Set((await target.sql`select id from events`).map(({ id }) => id));
  expect(before.filter((id) => !stored.has(id))).toEqual([]);
  const pending = await target.sql`select event_id from deliveries where status = 'pending'`;
  expect(pending.length).toBeGreaterThan(2 * ratePerSecond);

  status = 200;
  const from = subscriber.received.length;
  const running = programs(target.url);
  onEnd(() => running.close());
  await running.worker();
  await drain(target.sql);
  const sent = subscriber.received.slice(from).map(({ headers }) => headers["webhook-id"]);
  expect(sent.sort()).toEqual(pending.map(({ eventId }) => eventId).sort());
  const accepted = new Map([...producer.accepted].filter(([id]) => stored.has(id)));
  await audit(target.sql, accepted, [subscriber]);
});

test.skipIf(noSmallDisk !== null)("F26: a backup to a full disk leaves no file", async () => {
  const disk = mountSmallDisk(1);
  onEnd(disk.unmount);
  const world = await openWorld();
  const webhook = await world.make.webhook();
  // Random, so that it cannot be compressed to less than the disk.
  await world.sql`
    insert into events (id, account_id, name, subject, data)
    select new_id(), ${webhook.accountId}, 'VIDEO_GENERATION_SUCCESS', 'v',
      (select string_agg(gen_random_uuid()::text, '') from generate_series(1, 1000 + n * 0))
    from generate_series(1, 200) n`;
  const writing = run(world.postgres.url, "backup", "--to", `${disk.dir}/now.backup.gz`);
  await expect(writing).rejects.toThrow("The disk is full. Free space");
  expect(await readdir(disk.dir)).toEqual([]);
});
