import {
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { log } from "@/lib/log";
import { freshDatabase } from "@/tests/database";
import { until } from "@/tests/product";
import { writeBackupFile } from "./file";
import { intervalMs } from "./interval";
import { newestBackupMs, runSchedule } from "./schedule";

const { sql, url } = await freshDatabase();

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "postback-backups-"));
});
afterEach(() => rm(folder, { recursive: true }));

const old = ["01", "02", "03"].map((day) => `postback-202601${day}T000000Z.backup.gz`);
const written = expect.stringMatching(/^postback-2\d{7}T\d{6}Z\.backup\.gz$/);

/** Runs the schedule until `isDone`. Returns how many backups it began, and the files it left. */
async function run(isDone: (names: string[]) => boolean) {
  const stopping = new AbortController();
  let [begun, closed] = [0, 0];
  const open = async () => {
    begun++;
    return { url, close: async () => void closed++ };
  };
  const running = runSchedule({ folder, everyMs: 3_600_000, keep: 2 }, open, stopping.signal);
  await until(async () => isDone(await readdir(folder)));
  stopping.abort();
  await running;
  expect(closed, "databases closed").toBe(begun);
  return { begun, left: (await readdir(folder)).sort() };
}

test("the newest backups of a folder are kept, and a restart adds none", async () => {
  for (const name of [...old, "notes.txt", `${old[0]}.partial`]) {
    await writeFile(path.join(folder, name), "old");
    await utimes(path.join(folder, name), 0, 0);
  }
  const kept = ["notes.txt", old[2], written];
  const first = await run((names) => names.length === 3);
  expect(first).toEqual({ begun: 1, left: kept });
  const [file = ""] = first.left.filter((name) => !kept.includes(name));
  expect((await stat(path.join(folder, file))).mode & 0o777).toBe(0o600);
  expect(await sql`select succeeded from chores where name = 'backup'`).toEqual([
    { succeeded: true },
  ]);
  expect(await run(() => true)).toEqual({ begun: 0, left: kept });
});

test("a backup that fails is tried again after a short interval", async () => {
  const stopping = new AbortController();
  let begun = 0;
  const open = async () => {
    if (begun++ === 0) throw new Error("The database is away.");
    return { url, close: async () => {} };
  };
  const running = runSchedule({ folder, everyMs: 50, keep: 2 }, open, stopping.signal);
  await until(async () => (await readdir(folder)).some((name) => name.endsWith(".gz")));
  stopping.abort();
  await running;
});

test("a backup that cannot be deleted does not keep older ones", async () => {
  const [oldest = "", stuck = "", kept = ""] = old;
  await mkdir(path.join(folder, stuck));
  for (const name of [oldest, kept]) await writeFile(path.join(folder, name), "old");
  for (const name of old) await utimes(path.join(folder, name), 0, 0);
  expect((await run((names) => !names.includes(oldest))).left).toEqual([stuck, kept, written]);
});

test.skipIf(process.platform !== "linux")("a backup that fails leaves no open file", async () => {
  const file = path.join(folder, "now.backup.gz");
  await expect(writeBackupFile("postgres://nobody@127.0.0.1:1/none", file)).rejects.toMatchObject({
    code: "ECONNREFUSED",
  });
  const links = (await readdir("/proc/self/fd")).map((fd) => readlink(`/proc/self/fd/${fd}`));
  const openFiles = (await Promise.allSettled(links)).map((link) => "value" in link && link.value);
  expect(openFiles).not.toContainEqual(expect.stringContaining(file));
});

test("a backup of a clock that was ahead does not put off the next one", async () => {
  const ahead = "postback-29990101T000000Z.backup.gz";
  await writeFile(path.join(folder, ahead), "old");
  const inADay = Date.now() / 1000 + 86_400;
  await utimes(path.join(folder, ahead), inADay, inADay);
  const first = await run((names) => names.filter((name) => name.endsWith(".gz")).length === 2);
  expect(first).toEqual({ begun: 1, left: [written, ahead] });
  expect((await run(() => true)).begun).toBe(0);
});

test("backups of a clock that was ahead are deleted before the one that was just written", async () => {
  const ahead = ["01", "02", "03"].map((day) => `postback-299901${day}T000000Z.backup.gz`);
  const inADay = Date.now() / 1000 + 86_400;
  for (const name of ahead) {
    await writeFile(path.join(folder, name), "ahead");
    await utimes(path.join(folder, name), inADay, inADay);
  }
  const isDone = (names: string[]) => names.filter((name) => name.endsWith(".gz")).length === 2;
  expect((await run(isDone)).left).toEqual([expect.stringMatching(/^postback-20/), ahead.at(-1)]);
});

test("the newest backup is the newest that is still there", async () => {
  expect(await newestBackupMs(folder)).toBe(0);
  const [oldest = "", deleted = ""] = old;
  await writeFile(path.join(folder, oldest), "old");
  await utimes(path.join(folder, oldest), 5, 5);
  // A name in the folder without a file, as when it is deleted after the folder was read.
  await symlink(path.join(folder, "deleted"), path.join(folder, deleted));
  expect(await newestBackupMs(folder)).toBe(5000);
});

test("a connection to the database that breaks is no fault of the file", async () => {
  const server = createServer((socket) => socket.once("data", () => socket.resetAndDestroy()));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const file = path.join(folder, "now.backup.gz");
  const broken = `postgres://nobody@127.0.0.1:${port}/none`;
  await expect(writeBackupFile(broken, file)).rejects.toMatchObject({ code: "ECONNRESET" });
  server.close();
});

test("a folder that is missing, or has the name of the file, is named with what to do", async () => {
  await expect(writeBackupFile(url, folder)).rejects.toThrow(
    "This is a folder. Give the name of a file. No file was left.",
  );
  await expect(writeBackupFile(url, path.join(folder, "none", "now.backup.gz"))).rejects.toThrow(
    "The folder does not exist. Create it first. No file was left.",
  );
});

test("the folder of BACKUP_DIR is created, but not the one above it, which may be an unmounted disk", async () => {
  const stopping = new AbortController();
  const logged = vi.spyOn(log, "error").mockReturnValue(undefined);
  onTestFinished(() => logged.mockRestore());
  const open = async () => ({ url, close: async () => {} });
  const runIn = (place: string) =>
    runSchedule({ folder: place, everyMs: 3_600_000, keep: 2 }, open, stopping.signal);
  await writeFile(path.join(folder, "file"), "");
  const running = ["new", "missing/new", "file"].map((name) => runIn(path.join(folder, name)));
  await until(async () => (await readdir(path.join(folder, "new")).catch(() => [])).length > 0);
  await until(() => logged.mock.calls.length === 2);
  stopping.abort();
  await Promise.all(running);
  expect(logged.mock.calls).toEqual(
    expect.arrayContaining([
      [
        { reason: expect.stringMatching(/missing does not exist.* Mount its disk/) },
        "backup failed",
      ],
      [{ reason: expect.stringContaining("A part of the path is a file.") }, "backup failed"],
    ]),
  );
  expect(await readdir(folder)).not.toContain("missing");
});

test("an interval has a unit and fits a timer", () => {
  expect(["30m", "24h", "7d"].map(intervalMs)).toEqual([1_800_000, 86_400_000, 604_800_000]);
  expect(["24d", "34560m"].map(intervalMs)).toEqual([2_073_600_000, 2_073_600_000]);
  expect(["0h", "24", "1w", "25d", "", "-1h"].map(intervalMs)).toEqual(Array(6).fill(null));
});
