import { spawnSync } from "node:child_process";
import { rm } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ourselves, readHolder, take } from "@/server/supervisor/pid-file";
import { postback, runPostback } from "@/tests/postback";
import { type Home, makeHome, until } from "@/tests/product";

let home: Home;
beforeEach(async () => {
  home = await makeHome({ prepared: true });
});
afterEach(() => home.close());

/** Settings of the embedded database of this test. */
const settings = () => ({ DATABASE_URL: "", MASTER_KEY: "", POSTBACK_DIR: home.dir });

const command = (...words: string[]) => home.start({}, [...postback, ...words]);

test("commands that run at the same time while the product is stopped all succeed, and leave no server", async () => {
  const commands = [
    "users list",
    "accounts create One",
    "keys create --name one",
    "backup --to -",
  ].map((line) => command(...line.split(" ")));
  const ends = await Promise.all(commands.map(async ({ ended, err }) => [await ended, err()]));
  expect(ends.map(([code]) => code)).toEqual([0, 0, 0, 0]);
  await expect(home.postmaster()).rejects.toMatchObject({ code: "ENOENT" });
});

test("a command that waits for another one says so, and can be cancelled", async () => {
  // This process is alive.
  const file = path.join(home.dir, "command.pid");
  await take(file, ourselves());
  const waiting = `Waiting for another command to end (process ${process.pid}) …\n`;
  const ends = await Promise.all(
    [
      ["users", "list"],
      ["backup", "--to", path.join(home.dir, "copy")],
    ].map(async (words) => {
      const one = command(...words);
      await until(() => one.err() === waiting);
      process.kill(one.pid, "SIGINT");
      return [await one.ended, one.err().slice(waiting.length)];
    }),
  );
  expect(ends).toEqual([
    [1, "The command was cancelled.\n"],
    [1, "The backup was cancelled. No file was left.\n"],
  ]);
  expect(await readHolder(file)).toEqual(ourselves());
  await expect(home.postmaster()).rejects.toMatchObject({ code: "ENOENT" });
});

test("a command that is cancelled stops the server that it started", async () => {
  const seed = command("seed", "--large");
  await until(() => home.postmaster().catch(() => null));
  process.kill(seed.pid, "SIGINT");
  expect([await seed.ended, seed.err()]).toEqual([1, "The command was cancelled.\n"]);
  await expect(home.postmaster()).rejects.toMatchObject({ code: "ENOENT" });
});

test("without the password of the database, commands and the start say which file is missing, and leave no server", async () => {
  const file = path.join(home.dir, "postgres-password");
  await rm(file);
  const refusal = `The database password ${file} cannot be read (ENOENT). Put the file back: the embedded Postgres accepts no other password.\n`;
  const start = home.start();
  expect([await start.ended, start.err()]).toEqual([1, refusal]);
  const { status, stderr } = runPostback(["keys", "list"], settings());
  expect([status, stderr]).toEqual([1, refusal]);
  await expect(home.postmaster()).rejects.toMatchObject({ code: "ENOENT" });
});

test.runIf(process.getuid?.() === 0)(
  "a command of another user says that it must run as the user of the product",
  () => {
    const [program, ...first] = postback;
    const { status, stderr } = spawnSync(program, [...first, "keys", "list"], {
      env: { ...process.env, ...settings() },
      encoding: "utf8",
      uid: 65_533,
      gid: 65_533,
    });
    expect([status, stderr]).toEqual([
      1,
      `The database password ${path.join(home.dir, "postgres-password")} cannot be read (EACCES). Run the command as the user that runs the product.\n`,
    ]);
  },
);

test.runIf(process.platform === "linux")(
  "a result that cannot be written makes the command fail",
  () => {
    const line = `exec "$@" > /dev/full`;
    const { status, stderr } = spawnSync(
      "sh",
      ["-c", line, "sh", ...postback, "keys", "create", "--name", "lost"],
      { env: { ...process.env, ...settings() }, encoding: "utf8" },
    );
    expect([status, stderr]).toEqual([
      1,
      "The command was done, but its result could not be written to standard output (ENOSPC).\n",
    ]);
  },
);
