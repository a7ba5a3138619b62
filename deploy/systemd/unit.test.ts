import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasProgram, run } from "../tools";

const unit = "deploy/systemd/postback.service";
let folder: string;

beforeAll(() => {
  expect(
    hasProgram("systemd-analyze", "systemd"),
    "Checking the unit needs systemd-analyze: Linux with systemd, or root on Debian.",
  ).toBe(true);
  folder = mkdtempSync(path.join(tmpdir(), "postback-unit-"));
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true }));

test("systemd accepts every line of the unit", () => {
  // The program is not installed where this runs.
  const copy = path.join(folder, "postback.service");
  const text = readFileSync(unit, "utf8");
  writeFileSync(copy, text.replace("ExecStart=/usr/bin/postback", `ExecStart=${process.execPath}`));
  // Anything it prints, which includes unknown keys, is a complaint about this unit or one of the machine's own.
  const complaints = run("sh", ["-c", 'systemd-analyze verify --man=no "$0" 2>&1', copy]);
  expect(complaints.split("\n").filter((line) => line.includes("postback"))).toEqual([]);
});

test("its exposure is at most 3 of 10", () => {
  const args = ["security", "--offline=true", "--no-pager", "--threshold=30", unit];
  const report = run("systemd-analyze", args);
  expect(report).toMatch(/Overall exposure level for postback\.service: [0-3]\.\d OK/);
});
