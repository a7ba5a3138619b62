import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mountSmallDisk, noSmallDisk } from "@/tests/faults/small-disk";
import { occupy } from "./data-folder";

const url = "http://127.0.0.1:3000";
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "data-folder-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("of several starts after a crash one gets the folder, whichever is how much later", async () => {
  for (let turns = 0; turns < 30; turns++) {
    const dir = path.join(folder, String(turns));
    const start = async (delayed: number) => {
      for (let n = 0; n < delayed; n++) await nextTurn();
      return occupy(dir, url);
    };
    await occupy(dir, url);
    // Process ids are smaller on every system.
    const left = { pid: 2 ** 30, started: "1", url };
    await writeFile(path.join(dir, "postback.pid"), JSON.stringify(left));
    const starts = await Promise.allSettled([0, turns, 2 * turns].map(start));
    expect(starts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  }
});

test.each(["4711", "{}", '{"pid":0}', '{"pid":1}'])(
  "a process id file with %s, which names no process of ours, is replaced",
  async (text) => {
    const dir = await mkdtemp(path.join(folder, "foreign-"));
    await writeFile(path.join(dir, "postback.pid"), text);
    await (await occupy(dir, url)).release();
    expect(await readdir(dir)).toEqual([]);
  },
);

test("the draft of a start that was killed is removed", async () => {
  const dir = path.join(folder, "killed");
  await (await occupy(dir, url)).release();
  await writeFile(path.join(dir, `postback.pid.${2 ** 30}-0`), "");
  await occupy(dir, url);
  expect(await readdir(dir)).toEqual(["postback.pid"]);
});

test.skipIf(process.platform !== "linux")(
  "a folder of the system that takes none of ours is refused at once",
  async () => {
    await expect(occupy("/proc/postback/data", url)).rejects.toThrow("cannot write to its folder");
  },
);

test.skipIf(noSmallDisk !== null)(
  "a full disk is named, and space is all that a start needs then",
  async () => {
    const disk = mountSmallDisk(1);
    await disk.fill();
    await expect(occupy(disk.dir, url)).rejects.toThrow("is full. Free space on it");
    expect(await readdir(disk.dir), "no file without its holder").toEqual(["ballast"]);
    await disk.free();
    await (await occupy(disk.dir, url)).release();
    await disk.unmount();
  },
);
