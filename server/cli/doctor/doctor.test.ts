import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openClient } from "@/db/driver";
import { readEnvironment } from "@/lib/env";
import { freshDatabase } from "@/tests/database";
import { postback } from "@/tests/postback";
import { type Receiver, startReceiver } from "@/tests/receiver";
import { prepareDatabase } from "../prepare-database";
import { checkBackups } from "./backups";
import { findingOf } from "./finding";

const key = randomBytes(32).toString("base64");
let dir: string;
let receiver: Receiver;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "postback-doctor-"));
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await rm(dir, { recursive: true });
});

async function doctor(settings: Record<string, string | undefined>, ...words: string[]) {
  const { PATH } = process.env;
  const [program, ...first] = postback;
  const env = { PATH, POSTBACK_DIR: dir, PORT: "0", ALLOW_PRIVATE_CIDRS: "127.0.0.0/8" };
  const child = spawn(program, [...first, "doctor", "--egress-url", receiver.url, ...words], {
    env: { ...env, ...settings, NODE_ENV: "test" },
  });
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once("close", resolve)),
  ]);
  return { out, err, code };
}

/** A database as the first start leaves it. */
async function installation() {
  const database = await freshDatabase();
  await prepareDatabase(database.url, readEnvironment({ MASTER_KEY: key }), {});
  return database;
}

test("everything is in order, and no secret of the configuration is printed", async () => {
  const { url } = await installation();
  const secrets = { DATABASE_URL: url, MASTER_KEY: key, METRICS_TOKEN: "a-token-of-this-test" };
  const { out, code } = await doctor(secrets);
  expect(out).not.toMatch(/^FAIL|^warn {2}(?!durability)/m);
  // The folder of the embedded database is not used.
  expect(out).not.toContain("GB free");
  expect(out).toContain("for one web process and 1 worker(s) of");
  expect(code).toBe(0);
  expect(out).toMatch(/ok {4}master key +Fingerprint [0-9a-f]{8}; it decrypts the secrets/);
  expect(out).toMatch(/ok {4}egress +http:\/\/127\.0\.0\.1:\d+\S* was reached directly/);
  expect(out).toMatch(/^ {2}METRICS_TOKEN +\(set, not shown\)$/m);
  expect(out).toMatch(/^ {2}RETENTION_DAYS +30 \(default\)$/m);
  for (const secret of [key, "a-token-of-this-test", new URL(url).password])
    expect(out).not.toContain(secret);
});

test("failures are named with what to do, also for programs, with exit code 1", async () => {
  const { url, sql } = await installation();
  await sql`
    delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`;
  const other = { DATABASE_URL: url, MASTER_KEY: randomBytes(32).toString("base64") };
  const { out, code } = await doctor({ ...other, ADMIN_EMAIL: "a@example.com" }, "--json");
  expect(code).toBe(1);
  const { findings, configuration } = JSON.parse(out);
  const found = (check: string) => findings.find((one: { check: string }) => one.check === check);
  expect(found("migrations")).toMatchObject({
    status: "failed",
    advice: expect.stringContaining("Run `postback migrate`"),
  });
  expect(found("master key")).toMatchObject({
    status: "failed",
    detail: expect.stringContaining("it lacks the key"),
  });
  expect(found("settings")).toMatchObject({
    status: "warning",
    detail: expect.stringContaining("ADMIN_PASSWORD"),
  });
  expect(configuration).toContainEqual({ name: "DATABASE_URL", isSet: true });
});

test("connections are counted for the web processes and workers that run, on any host", async () => {
  const { url, sql } = await installation();
  const webs = ["postback web", "postback whole", "postback worker"].map((name) =>
    openClient(url, { max: 1, limitMs: 5000, settings: { application_name: name } }),
  );
  for (const web of webs) await web.unsafe('listen "disk_full"');
  for (const pid of [1, 2, 3])
    await sql`
      insert into workers (id, host, pid, version, beat_at)
      values (new_id(), 'other', ${pid}, '0', now() - ${pid - 2} * interval '1 minute')`;
  const { out } = await doctor({ DATABASE_URL: url, MASTER_KEY: key, WORKERS: "4" });
  await Promise.all(webs.map((web) => web.end()));
  expect(out).toMatch(
    /Up to 80 connections for the running web processes \(2\) and the running workers \(2\) of/,
  );
  expect(out).toContain("Each further web process needs 25.");
});

test("a worker that hangs is named with its process, and so is that none is alive", async () => {
  const { url, sql } = await installation();
  const report = (host: string, pid: number) => sql`
    insert into workers (id, host, pid, version, beat_at)
    values (new_id(), ${host}, ${pid}, '0', now() - interval '40 seconds')`;
  const settings = { DATABASE_URL: url, MASTER_KEY: key };
  await report("elsewhere", 7);
  expect((await doctor(settings)).out).toMatch(
    /warn {2}workers +None is alive, so nothing is sent\. Last heartbeats: elsewhere:7 \(4\d s ago\)/,
  );
  await report(hostname(), process.pid);
  const { out } = await doctor(settings);
  expect(out).toContain(`process exists: ${hostname()}:${process.pid} (4`);
  expect(out).toContain(`\`kill -9 ${process.pid}\``);
});

test("a read-only database is a failure with its cause", async () => {
  const { url, sql } = await installation();
  const name = new URL(url).pathname.slice(1);
  await sql.unsafe(`alter database "${name}" set default_transaction_read_only = on`);
  const { out, code } = await doctor({ DATABASE_URL: url, MASTER_KEY: key });
  expect(code).toBe(1);
  expect(out).toMatch(
    /FAIL {2}database +\S+ at \S+ is read-only: default_transaction_read_only is on/,
  );
  expect(out).toMatch(/ok {4}workers +Not known/);
});

test("the failure of a check says what to do, whatever the error is", async () => {
  const failing = (error: Error) => findingOf("database", () => Promise.reject(error));
  const coded = (code: string) => Object.assign(new Error("it broke"), { code });
  const advice = async (error: Error) => (await failing(error)).advice;
  expect(await advice(new Error("It broke. Mend it."))).toBe("Mend it.");
  expect(await advice(coded("ECONNRESET"))).toContain("log of Postgres");
  expect(await advice(coded("57014"))).toContain("pg_locks");
  expect(await advice(coded("XX000"))).toContain("report this line");
});

test("a database without tables is to be migrated, and its master key is not a defect", async () => {
  const { url, sql } = await installation();
  await sql`drop table master_keys`;
  const { out, code } = await doctor({ DATABASE_URL: url, MASTER_KEY: key });
  expect(code).toBe(1);
  expect(out).toMatch(
    /FAIL {2}master key +The tables are not up to date\.\n +→ Run `postback migrate`/,
  );
});

test("an --egress-url that deliveries may not have is named by its option", async () => {
  const { url } = await installation();
  const settings = { DATABASE_URL: url, MASTER_KEY: key };
  const { out, code } = await doctor(settings, "--egress-url", "nope");
  expect(code).toBe(1);
  expect(out).toMatch(/FAIL {2}egress +--egress-url: Enter a full URL.*\n +→ Choose another/);
});

test("a database that does not answer is a failure, one that is not there yet is none", async () => {
  const away = { DATABASE_URL: "postgres://postback:x@127.0.0.1:1/postback", MASTER_KEY: key };
  const { out, code } = await doctor(away);
  expect([code, out]).toEqual([1, expect.stringMatching(/FAIL +database .*nothing listens at/)]);
  const first = await doctor({ POSTBACK_DIR: path.join(dir, "new") });
  expect([first.code, first.out]).toEqual([0, expect.stringContaining("The first start creates")]);
});

test("the ranges that a first start allows are shown as a default", async () => {
  const { out } = await doctor({
    POSTBACK_DIR: path.join(dir, "new"),
    ALLOW_PRIVATE_CIDRS: undefined,
  });
  expect(out).toMatch(/^ {2}ALLOW_PRIVATE_CIDRS +127\.0\.0\.0\/8,::1\/128 \(default\)$/m);
});

test("secrets are read from files, without a value beside them", async () => {
  const { url } = await installation();
  const file = (name: string) => path.join(dir, name);
  await writeFile(file("url"), `${url}\n`);
  await writeFile(file("key"), `${key}\n`);
  const files = { DATABASE_URL_FILE: file("url"), MASTER_KEY_FILE: file("key") };
  expect((await doctor(files)).out).toContain("it decrypts the secrets");
  const both = await doctor({ ...files, MASTER_KEY: key });
  expect([both.code, both.err]).toEqual([
    1,
    "Set either MASTER_KEY or MASTER_KEY_FILE, not both.\n",
  ]);
  const missing = await doctor({ ...files, MASTER_KEY_FILE: file("none") });
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining("(ENOENT)")]);
});

test("the newest backup may be one and a half times as old as the interval", async () => {
  const folder = await mkdtemp(path.join(dir, "backups-"));
  const env = readEnvironment({ BACKUP_DIR: folder, BACKUP_EVERY: "1h" });
  const backup = path.join(folder, "postback-20261123T000000Z.backup.gz");
  const writtenMs = Date.parse("2026-11-23T00:00:00Z");
  const after = (minutes: number) => checkBackups(env, writtenMs + minutes * 60_000);
  expect(await after(1)).toMatchObject([
    { status: "warning", detail: `There is none in ${folder}.` },
  ]);
  await writeFile(backup, "");
  await utimes(backup, writtenMs / 1000, writtenMs / 1000);
  expect(await after(89)).toMatchObject([{ check: "backups", status: "ok" }]);
  expect(await after(91)).toMatchObject([
    { status: "warning", advice: expect.stringContaining("`backup failed`") },
  ]);
  expect(await checkBackups(readEnvironment({}))).toEqual([]);
});
