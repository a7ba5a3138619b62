import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root } from "@/server/supervisor/root";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "postback-dot-env-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Returns what `postback web` logs with this `.env`, which has a name that is no setting, before it asks for a database. */
function logged(dotEnv: string): string {
  writeFileSync(path.join(folder, ".env"), `${dotEnv}\nSECRET=x\n`);
  const words = [path.join(root, "dist/postback.js"), "web"];
  const { LOG_LEVEL, ...env } = process.env;
  const web = spawnSync(process.execPath, words, { cwd: folder, env, encoding: "utf8" });
  expect(web.stderr).toContain("Set DATABASE_URL.");
  return web.stdout;
}

test("LOG_FORMAT and LOG_LEVEL of .env hold for the lines of the command, too", () => {
  expect(logged("LOG_FORMAT=text")).toMatch(
    /WARN +postback\[\d+\]: check the settings reason=.*SECRET/,
  );
  expect(JSON.parse(logged("LOG_LEVEL="))).toMatchObject({ msg: "check the settings" });
  expect(logged("LOG_LEVEL=error")).toBe("");
});

test("one that cannot be read is named", () => {
  mkdirSync(path.join(folder, ".env"));
  const words = [path.join(root, "dist/postback.js"), "keys", "list"];
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8" });
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^The file \.env cannot be read \(E/),
  ]);
});

test("a byte order mark, which editors of Windows write, is no part of the first name", () => {
  expect(logged("\uFEFFLOG_FORMAT=text")).toMatch(
    /WARN +postback\[\d+\]: check the settings reason="SECRET in \.env[^"]*"\n$/,
  );
});

test("one in UTF-16 is refused", () => {
  writeFileSync(path.join(folder, ".env"), "\uFEFFPORT=4000\r\n", "utf16le");
  const words = [path.join(root, "dist/postback.js"), "web"];
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8" });
  expect([status, stderr]).toEqual([
    1,
    "The file .env is not text in UTF-8, but probably in UTF-16. Save it as UTF-8.\n",
  ]);
});
