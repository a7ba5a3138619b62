import { randomBytes } from "node:crypto";
import { PassThrough, Readable, Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { connectSql } from "@/db/client";
import { SchemaTooNew } from "@/db/schema-version";
import { freshDatabase, type TestDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { until } from "@/tests/product";
import { BadBackup, UnsuitableTarget } from "./errors";
import { openBackup } from "./read";
import { restoreBackup, verifyBackup } from "./restore";
import { writeBackup } from "./write";

const source = await freshDatabase();
const webhook = await makers(source.sql).webhook();
// Backslashes, line breaks and the end marker of COPY, in rows that fill the buffers of all streams.
await source.sql`
  insert into events (id, account_id, name, data, subject)
  select new_id(), ${webhook.accountId}, 'VIDEO_GENERATION_SUCCESS',
    ${'{"n":"\\\\ \\t é\n\\.\n"}'} || repeat(md5(n::text), n % 60), 'v' || n
  from generate_series(1, 3000) n`;
const name = source.sql(new URL(source.url).pathname.slice(1));
await source.sql`insert into master_keys (key_id, proof) values ('0badcafe', 'proof')`;
// Its trigger records that the webhook is failing.
await source.sql`
  insert into receivers (webhook_id, failing_since, failed_at) values (${webhook.id}, now() - interval '10 minutes', now())`;
await makers(source.sql).delivery(webhook, { data: `{"videoId":"${"x".repeat(300_000)}"}` });

async function write() {
  const target = new PassThrough();
  const [archive, manifest] = await Promise.all([buffer(target), writeBackup(source.url, target)]);
  return { archive, manifest };
}

/** A database without the product's tables. */
async function emptied(): Promise<TestDatabase> {
  const target = await freshDatabase();
  await target.sql`drop schema public cascade`;
  await target.sql`drop schema drizzle cascade`;
  await target.sql`create schema public`;
  return target;
}

const open = (archive: Buffer) => openBackup(Readable.from([archive]));
const restore = async (archive: Buffer, { url }: TestDatabase) =>
  restoreBackup(await open(archive), url);
const verify = async (archive: Buffer, url: string | null = null) =>
  verifyBackup(await open(archive), url);

test("a backup restores every row, partition and trigger, whatever the settings of its database", async () => {
  await source.sql`alter database ${name} set datestyle to 'SQL, DMY'`;
  const { archive, manifest } = await write();
  await source.sql`alter database ${name} reset all`;
  expect(manifest).toMatchObject({
    masterKeys: ["0badcafe"],
    contents: { events: { rows: 3001 }, operational_events: { rows: 1 } },
  });
  const target = await emptied();
  expect(await restore(archive, target)).toEqual(manifest);

  const again = new PassThrough();
  const [, copy] = await Promise.all([buffer(again), writeBackup(target.url, again)]);
  expect({ ...copy, createdAt: "" }).toEqual({ ...manifest, createdAt: "" });
  const unknown =
    await target.sql`select from pg_class where relname = 'accounts' and reltuples < 0`;
  expect(unknown, "statistics of the planner").toHaveLength(0);
  const disabled = await target.sql`select from pg_trigger where tgenabled <> 'O'`;
  expect(disabled).toHaveLength(0);
  expect(await makers(target.sql).webhook()).toMatchObject({ id: expect.any(String) });
});

test("an empty database is not backed up", async () => {
  const { url } = await emptied();
  await expect(writeBackup(url, new PassThrough())).rejects.toThrow("no installation uses it");
});

test("a backup contains one moment, and holds back the deletion of days meanwhile", async () => {
  const busy = connectSql(source.url, 1, { settings: { lock_timeout: 100 } });
  const refusals = new Set<string>();
  const target = new Writable({
    async write(_chunk, _encoding, done) {
      await busy`insert into accounts (id, name) values (new_id(), 'later ' || random())`;
      await busy`drop table events_default`.catch(({ code }) => refusals.add(code));
      done();
    },
  });
  const [before] = await source.sql`select count(*)::int as n from accounts`;
  const { contents } = await writeBackup(source.url, target);
  expect(contents.accounts?.rows).toBe(before?.n);
  const [after] = await source.sql`select count(*)::int as n from accounts`;
  expect(after?.n).toBeGreaterThan(before?.n);
  expect([...refusals]).toEqual(["55P03"]);
  await busy.end();
});

test("a target that fails or a cancellation ends the backup", async () => {
  // Fails at once, during the copy, and when all buffers before it are full.
  for (const ms of [0, 10, 20, 100, 200]) {
    const full = new Writable({
      write: (_chunk, _encoding, done) =>
        setTimeout(done, ms, Object.assign(new Error("full"), { code: "ENOSPC" })),
    });
    await expect(writeBackup(source.url, full)).rejects.toMatchObject({ code: "ENOSPC" });
  }
  const stuck = new Writable({ write: () => stopping.abort() });
  const stopping = new AbortController();
  await expect(writeBackup(source.url, stuck, stopping.signal)).rejects.toThrow("aborted");

  const settings = { idle_in_transaction_session_timeout: "60s" };
  const locking = connectSql(source.url, 1, { settings });
  await locking.begin(async (tx) => {
    await tx`lock table audiences`;
    await source.sql`alter database ${name} set lock_timeout to '1ms'`;
    const cancelling = new AbortController();
    const waiting = writeBackup(source.url, new PassThrough(), cancelling.signal);
    const waiters = () => tx`select from pg_locks where not granted and database = (
      select oid from pg_database where datname = current_database())`;
    await until(async () => (await waiters()).length > 0);
    cancelling.abort();
    await expect(waiting).rejects.toThrow("aborted");
  });
  await locking.end();
  await source.sql`alter database ${name} reset all`;
});

const edited = (archive: Buffer, edit: (text: string) => string) =>
  gzipSync(Buffer.from(edit(gunzipSync(archive).toString("latin1")), "latin1"), { level: 1 });
const damages: [string, (archive: Buffer) => Buffer, string][] = [
  ["cut off", (archive) => archive.subarray(0, archive.length / 2), "its end is missing"],
  ["without its last byte", (archive) => archive.subarray(0, -1), "its end is missing"],
  ["with random bytes inside", (archive) => scrambled(archive), "The backup is damaged"],
  [
    "with other bytes at its end",
    (archive) => Buffer.concat([archive, Buffer.from("hello")]),
    "The backup is damaged",
  ],
  ["of another program", () => gzipSync("hello\n"), "not a backup of Postback"],
  ["not compressed", () => Buffer.from("hello"), "not a backup of Postback"],
];
const edits: [string, (text: string) => string, string][] = [
  ["without its manifest", (text) => text.slice(0, text.lastIndexOf('{"format"')), "its end is"],
  [
    "with a changed row",
    (text) => text.replace("\tv7\t", "\tv8\t"),
    "events has 3001 rows with the",
  ],
  ["with a row less", (text) => withoutRow(text, "\tv7\t"), "events has 3000 rows with the"],
  ["with a changed head", (text) => text.replace("0badcafe", "0badcaff"), "its head is not that"],
  ["with more at its end", (text) => `${text}more`, "something follows its manifest"],
  [
    "of a later format",
    (text) => text.replace('"format":1', '"format":2'),
    "does not know its for",
  ],
];
/** Found damaged after rows were loaded. */
const loadsRows = ["cut off", "without its manifest", "with a changed row"];

test("a damaged or altered file is refused, and the same database then takes a whole one", async () => {
  const { archive } = await write();
  const target = await emptied();
  const all = [
    ...damages.map(([name, damage, sentence]) => [name, damage(archive), sentence] as const),
    ...edits.map(([name, edit, sentence]) => [name, edited(archive, edit), sentence] as const),
  ];
  for (const [name, file, sentence] of all) {
    const reading = verify(file);
    await expect(reading, name).rejects.toThrow(sentence);
    await expect(reading, name).rejects.toThrow(BadBackup);
  }
  for (const [name, file, sentence] of all.filter(([name]) => loadsRows.includes(name)))
    await expect(restore(file, target), name).rejects.toThrow(sentence);
  await restore(archive, target);
});

test("a database with rows, or of another version, is not touched", async () => {
  const { archive, manifest } = await write();
  const target = await freshDatabase();
  await verify(archive, target.url);

  const newer = [...manifest.migrations, Date.UTC(2100, 0)];
  const list = (migrations: number[]) => `"migrations":${JSON.stringify(migrations)}`;
  const ofNewer = edited(archive, (text) =>
    text.replaceAll(list(manifest.migrations), list(newer)),
  );
  await expect(restore(ofNewer, target)).rejects.toThrow(SchemaTooNew);
  await expect(verify(ofNewer)).rejects.toThrow("newer version");
  const older = edited(archive, (text) =>
    text.replaceAll(list(manifest.migrations), list(manifest.migrations.slice(0, -1))),
  );
  await expect(restore(older, target)).rejects.toThrow("tables of a newer version than the backup");

  await makers(target.sql).webhook();
  await expect(restore(archive, target)).rejects.toThrow(UnsuitableTarget);
  await expect(verify(archive, target.url)).rejects.toThrow("its table accounts has rows");
});

function withoutRow(text: string, part: string): string {
  const at = text.indexOf(part);
  return text.slice(0, text.lastIndexOf("\n", at)) + text.slice(text.indexOf("\n", at));
}

function scrambled(archive: Buffer): Buffer {
  const copy = Buffer.from(archive);
  randomBytes(64).copy(copy, Math.floor(copy.length / 2));
  return copy;
}
