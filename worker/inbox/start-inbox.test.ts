import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "undici";
import { uuidv7 } from "uuidv7";
import { afterEach, expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { startInbox } from "./start-inbox";

const { db, sql } = await freshDatabase();
const { TMPDIR } = process.env;

const loseFolder = () => {
  process.env.TMPDIR = "/no/such/folder";
};
const restoreFolder = () => {
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
};
afterEach(restoreFolder);

test("an inbox without a folder for its socket listens as soon as there is one", async () => {
  const inbox = startInbox(db, sql);
  loseFolder();
  await expect(inbox.socket()).rejects.toMatchObject({ code: "ENOENT" });
  restoreFolder();
  expect(await inbox.socket()).toMatch(/inbox\.sock$/);
  await inbox.stop();
});

test("an inbox whose socket would have too long a path does not listen, and leaves no folder behind", async () => {
  const parent = await mkdtemp(path.join(tmpdir(), "postback-test-"));
  const folder = path.join(parent, "x".repeat(120));
  await mkdir(folder);
  process.env.TMPDIR = folder;
  const inbox = startInbox(db, sql);
  await expect(inbox.socket()).rejects.toThrow("Set TMPDIR");
  expect(await readdir(parent, { recursive: true })).toEqual([path.basename(folder)]);
  await inbox.stop();
  await rm(parent, { recursive: true });
});

test("an inbox that could not listen stops", async () => {
  const inbox = startInbox(db, sql);
  loseFolder();
  const socket = inbox.socket();
  const [, stopped] = await Promise.allSettled([socket, inbox.stop()]);
  expect(stopped.status).toBe("fulfilled");
});

test("a request that names no webhook as its sender is answered 404 and recorded nowhere", async () => {
  const { statusOf, received, token, stop } = await startWithBin();
  const sender = uuidv7();
  const nameless = ["", "?", "?1", `?${sender}?`, `?webhook=${sender}`, `/?${sender}`];
  for (const target of nameless) expect(await statusOf(`/${token}${target}`), target).toBe(404);
  expect(await statusOf(`/${token}?${sender}`)).toBe(200);
  expect(await received()).toBe(1);
  await stop();
});

test("a body of 1 MiB is stored, and a longer one is answered 413 and recorded nowhere", async () => {
  const { statusOf, received, token, stop } = await startWithBin();
  const target = `/${token}?${uuidv7()}`;
  const mebibyte = "x".repeat(1024 * 1024);
  expect(await statusOf(target, `${mebibyte}x`)).toBe(413);
  expect(await received()).toBe(0);
  expect(await statusOf(target, mebibyte)).toBe(200);
  expect(await received()).toBe(1);
  await stop();
});

/** Starts an inbox with a bin, and a client of its socket. */
async function startWithBin() {
  const inbox = startInbox(db, sql);
  const client = new Client("http://inbox.postback.internal", { socketPath: await inbox.socket() });
  const binId = uuidv7();
  // Letters and digits that a token may have.
  const token = binId
    .replaceAll("-", "")
    .slice(-24)
    .replaceAll(/[0189]/g, "a");
  await sql`
    insert into inbox_bins (id, account_id, name, token, status, delay_seconds, next)
    values (${binId}, ${await makers(sql).account()}, 'bin', ${token}, 200, 0, '{}')`;
  return {
    token,
    async statusOf(path: string, sent?: string) {
      const { statusCode, body } = await client.request({
        method: "POST",
        path,
        ...(sent && { body: sent }),
      });
      await body.dump();
      return statusCode;
    },
    async received(): Promise<number> {
      const [bin] = await sql`select received from inbox_bins where id = ${binId}`;
      return bin?.received;
    },
    async stop() {
      await client.close();
      await inbox.stop();
    },
  };
}
