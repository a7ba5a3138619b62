import { once } from "node:events";
import { mkdtemp, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createPassword, type Folder, folderOf, rememberedPort } from "./folder";

let dir: string;
let folder: Folder;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "postback-folder-"));
  folder = folderOf(dir);
});
afterEach(() => rm(dir, { recursive: true }));

test("a password is created once, also after a start that left an empty file", async () => {
  await writeFile(folder.password, "");
  await createPassword(folder);
  const created = await readFile(folder.password, "utf8");
  expect(created).toHaveLength(32);
  await createPassword(folder);
  expect(await readFile(folder.password, "utf8")).toBe(created);
});

test("a password that cannot be read is not replaced", async () => {
  // A link to itself cannot be read, by the superuser neither.
  await symlink(folder.password, folder.password);
  await expect(createPassword(folder)).rejects.toThrow("ELOOP");
  expect(await readlink(folder.password)).toBe(folder.password);
});

test("the port stays the same, unless another program has taken it", async () => {
  const port = await rememberedPort(folder);
  expect(await rememberedPort(folder)).toBe(port);
  const other = createServer().listen(port, "127.0.0.1");
  await once(other, "listening");
  const next = await rememberedPort(folder);
  expect([next === port, await readFile(folder.port, "utf8")]).toEqual([false, String(next)]);
  other.close();
});
