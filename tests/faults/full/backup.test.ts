import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { postback } from "@/tests/postback";
import { loseAndRestore, settingsForLoad } from "../lose-and-restore";
import { startPostgres } from "../postgres";
import { programs } from "../programs";
import { mountSmallDisk, noSmallDisk } from "../small-disk";
import { onEnd, openWorld } from "../world";

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
  const reply = { status: 200 };
  const subscriber = await world.subscribe(() => reply, 10);
  const web = await world.web({ variables: settingsForLoad });
  const worker = await world.worker();
  const installation = {
    address: () => web.address,
    sql: world.sql,
    backUp: () => run(world.postgres.url, "backup", "--to", file),
    kill: () => Promise.all([web.end("SIGKILL"), worker.end("SIGKILL"), world.postgres.kill()]),
    async restore() {
      const target = await startPostgres();
      onEnd(target.close);
      await run(target.url, "restore", file);
      const running = programs(target.url);
      onEnd(() => running.close());
      await running.worker();
      return target.sql;
    },
  };
  await loseAndRestore(installation, subscriber, reply);
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
