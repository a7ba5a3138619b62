import fs, { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inTurn } from "./pid-file";

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
