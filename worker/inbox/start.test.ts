import { afterEach, expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { startInbox } from "./start";

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

test("an inbox that could not listen stops", async () => {
  const inbox = startInbox(db, sql);
  loseFolder();
  const socket = inbox.socket();
  const [, stopped] = await Promise.allSettled([socket, inbox.stop()]);
  expect(stopped.status).toBe("fulfilled");
});
