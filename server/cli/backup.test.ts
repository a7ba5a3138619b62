import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectSql } from "@/db/client";
import { postback } from "@/tests/postback";
import { type Home, makeHome, type Product, until } from "@/tests/product";

let source: Home;
let folder: string;
let product: Product;
beforeAll(async () => {
  source = await makeHome({ prepared: true });
  folder = await mkdtemp(path.join(tmpdir(), "postback-backups-"));
  product = source.start({ BACKUP_DIR: path.join(folder, "scheduled") });
  await product.address();
});
afterAll(async () => {
  await source.close();
  await rm(folder, { recursive: true });
});

async function run(home: Home, line: string) {
  const command = home.start({}, [...postback, ...line.split(" ")]);
  return { code: await command.ended, out: command.out(), err: command.err() };
}

test("a backup of the running product is restored once, with its master key only", async () => {
  const file = path.join(folder, "now.backup.gz");
  const written = await run(source, `backup --to ${file} --json`);
  expect([written.code, written.err]).toEqual([0, ""]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const target = await makeHome({ prepared: true });
  try {
    const wrong = await run(target, `restore ${file}`);
    expect([wrong.code, wrong.err]).toEqual([
      1,
      expect.stringContaining("Copy the file master-key"),
    ]);
    const key = await readFile(path.join(source.dir, "master-key"));
    await writeFile(path.join(target.dir, "master-key"), key, { mode: 0o600 });
    const restored = await run(target, `restore ${file} --json`);
    expect([restored.code, restored.err]).toEqual([0, ""]);
    const { file: _, ...summary } = JSON.parse(written.out);
    expect(JSON.parse(restored.out)).toEqual(summary);
    const twice = await run(target, `restore ${file}`);
    expect([twice.code, twice.err]).toEqual([1, expect.stringContaining("is not empty")]);
  } finally {
    await target.close();
  }
});

test("the product itself writes backups to BACKUP_DIR", async () => {
  await until(() => product.out().includes("backup written"));
  expect(await readdir(path.join(folder, "scheduled"))).toEqual([
    expect.stringMatching(/^postback-2\d{7}T\d{6}Z\.backup\.gz$/),
  ]);
});

test("a pipe is not replaced by a backup, and a text is not taken for one", async () => {
  const pipe = path.join(folder, "pipe");
  spawnSync("mkfifo", [pipe]);
  const written = await run(source, `backup --to ${pipe}`);
  expect([written.code, written.err]).toEqual([
    1,
    expect.stringContaining("is a device or a pipe"),
  ]);
  expect((await stat(pipe)).isFIFO()).toBe(true);

  const text = path.join(folder, "notes.txt");
  await writeFile(text, "a text that is long enough to have a header");
  const restored = await run(source, `restore ${text}`);
  expect([restored.code, restored.err]).toEqual([
    1,
    "The file is not a backup of Postback. Give a file that `postback backup` wrote.\n",
  ]);
});

test("a backup to a program that ends is no failure of the database", async () => {
  const piped = `${postback.join(" ")} backup --to - | true`;
  const written = source.start({}, ["bash", "-o", "pipefail", "-c", piped]);
  expect([await written.ended, written.err()]).toEqual([
    1,
    "The backup could not be written to standard output. The program that reads it has ended: look for its own error. What was written is no whole backup.\n",
  ]);
});

test("a cancelled backup leaves no file", async () => {
  const file = path.join(folder, "cancelled.backup.gz");
  const settings = { idle_in_transaction_session_timeout: "60s" };
  const sql = connectSql(await source.databaseUrl(), 1, { settings });
  await sql.begin(async (tx) => {
    await tx`lock table audiences`;
    const waiting = source.start({}, [...postback, "backup", "--to", file]);
    const isOpen = () => existsSync(`${file}.partial`);
    await until(isOpen);
    process.kill(waiting.pid, "SIGINT");
    expect([await waiting.ended, isOpen(), existsSync(file)]).toEqual([1, false, false]);
    expect(waiting.err()).toBe("The backup was cancelled. No file was left.\n");
  });
  await sql.end();
});

test("a file that is no file is named", async () => {
  const { code, out, err } = await run(source, `restore ${folder} --json`);
  expect([code, err]).toEqual([
    1,
    `The backup ${folder} cannot be read (EISDIR). Check path and permissions.\n`,
  ]);
  expect(JSON.parse(out)).toEqual({ error: err.trim() });
});

test("a repeated backup logs what keeps it from opening the database", async () => {
  const settings = { POSTBACK_DIR: path.join(folder, "elsewhere") };
  const words = ["backup", "--every", "24h", "--to", path.join(folder, "repeated")];
  const repeating = source.start(settings, [...postback, ...words]);
  const line = await until(() => /.*"backup failed".*/.exec(repeating.out())?.[0]);
  expect(JSON.parse(line)).toMatchObject({
    reason: expect.stringMatching(/^There is no installation in .*elsewhere\. Run the command in/),
  });
});
