import fs, { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inTurn, isRunning, ourselves, readHolder, removeLeft, take } from "./pid-file";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "pid-file-"));
  file = path.join(folder, "build.pid");
});
afterEach(() => rm(folder, { recursive: true }));

test("a turn comes although a crash of the machine truncated the file of the one before", async () => {
  await writeFile(file, "");
  let turns = 0;
  await inTurn(file, async () => void turns++);
  expect(turns).toBe(1);
}, 20_000);

test("turns come one after the other where the file system has no hard links", async () => {
  const error = Object.assign(new Error("operation not permitted"), { code: "EPERM" });
  const link = vi.spyOn(fs, "link").mockRejectedValue(error);
  syncBuiltinESMExports();
  const holders: unknown[] = [];
  const turn = () =>
    inTurn(file, async () => void holders.push(JSON.parse(await readFile(file, "utf8")).pid));
  await Promise.all([turn(), turn()]);
  expect(holders).toEqual([process.pid, process.pid]);
  expect(await readdir(folder)).toEqual([]);
  link.mockRestore();
  syncBuiltinESMExports();
});

test("a holder is not running if its process id now belongs to another process", () => {
  const holder = ourselves();
  expect([isRunning(holder), isRunning({ ...holder, started: "earlier" })]).toEqual([true, false]);
});

test("drafts of processes that were killed are removed, and no others", async () => {
  const [left, written] = [`${file}.${2 ** 30}-0`, `${file}.${process.ppid}-0`];
  await writeFile(left, "");
  await writeFile(written, "");
  expect(await take(file, ourselves())).toBe(true);
  expect((await readdir(folder)).toSorted()).toEqual(
    [file, written].map((name) => path.basename(name)),
  );
});

test("a file that another process has taken meanwhile is not removed", async () => {
  await take(file, ourselves());
  await removeLeft(file, { ...ourselves(), started: "earlier" });
  await removeLeft(file, { ...ourselves(), pid: 2 ** 30 });
  await removeLeft(file, null);
  expect(await readHolder(file)).toEqual(ourselves());
});

test("a file stays while another live process removes it, and goes once that was killed", async () => {
  const left = { pid: 2 ** 30, started: "1" };
  await take(file, left);
  await take(`${file}.removal`, ourselves());
  await removeLeft(file, left);
  expect(await readHolder(`${file}.removal`)).toEqual(ourselves());
  expect(await readHolder(file)).toEqual(left);

  await writeFile(`${file}.removal`, JSON.stringify(left));
  await removeLeft(file, left);
  await removeLeft(file, left);
  expect(await readdir(folder)).toEqual([]);
});
