import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type CloseEvent, concurrently } from "concurrently";
import { ensureBuild } from "@/server/supervisor/ensure-build";
import { root } from "@/server/supervisor/root";
import { findBrowser } from "./find-browser";
import { outcomeVariable, readOutcome } from "./report/outcome";

/**
 * `npm test`: runs all tests, repeats a failed one once, and ends with the names of those that failed or had to be
 * repeated, and the numbers of passed and failed ones in the last line.
 */
const folder = await mkdtemp(path.join(tmpdir(), "postback-reports-"));
const browser = findBrowser();
await ensureBuild().catch((error) => console.error(error.message));

const runners = [
  runner("Vitest", "vitest/vitest.mjs", [
    "run",
    "--retry=1",
    "--reporter=default",
    "--reporter=./tests/report/vitest-reporter.ts",
  ]),
  runner(
    "Playwright",
    "@playwright/test/cli.js",
    ["test", "--retries=1", "--reporter=list,./tests/report/playwright-reporter.ts"],
    browser ? { PLAYWRIGHT_CHROMIUM_PATH: browser } : {},
  ),
];
// At the same time: each alone leaves a core idle for a quarter of its time. The output of the second follows that of the first.
const { result } = concurrently(runners, { cwd: root, group: true, prefix: "none" });
const ends = await result.catch((ended: CloseEvent[]) => ended);
const outcomes = await Promise.all(
  runners.map(({ name }) => {
    const exitCode = ends.find(({ command }) => command.name === name)?.exitCode ?? "unknown";
    return readOutcome(reportOf(name), name, exitCode);
  }),
);
await rm(folder, { recursive: true, force: true });

const failures = outcomes.flatMap((outcome) => outcome.failures);
const flaky = outcomes.flatMap((outcome) => outcome.flaky);
for (const { test, reason } of flaky)
  console.log(`Passed only when repeated: ${test}\n${indent(reason)}`);
for (const { test, reason } of failures) console.log(`Failed: ${test}\n${indent(reason)}`);
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;

function runner(name: string, script: string, args: string[], variables = {}) {
  const program = path.join(root, "node_modules", script);
  const words = [process.execPath, program, ...args].map((word) => JSON.stringify(word));
  const command = `exec ${words.join(" ")}`;
  return { name, command, env: { ...variables, [outcomeVariable]: reportOf(name) } };
}

function reportOf(name: string): string {
  return path.join(folder, name);
}

function indent(text: string): string {
  return text.replace(/^/gm, "  ");
}
