import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
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

const outcomes = [
  await run("Vitest", "vitest/vitest.mjs", [
    "run",
    "--retry=1",
    "--reporter=default",
    "--reporter=./tests/report/vitest-reporter.ts",
  ]),
  await run(
    "Playwright",
    "@playwright/test/cli.js",
    ["test", "--retries=1", "--reporter=list,./tests/report/playwright-reporter.ts"],
    browser ? { PLAYWRIGHT_CHROMIUM_PATH: browser } : {},
  ),
];
await rm(folder, { recursive: true, force: true });

const failures = outcomes.flatMap((outcome) => outcome.failures);
const flaky = outcomes.flatMap((outcome) => outcome.flaky);
for (const { test, reason } of flaky)
  console.log(`Passed only when repeated: ${test}\n${indent(reason)}`);
for (const { test, reason } of failures) console.log(`Failed: ${test}\n${indent(reason)}`);
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;

async function run(name: string, script: string, args: string[], variables = {}) {
  const program = path.join(root, "node_modules", script);
  const file = path.join(folder, name);
  const env = { ...process.env, ...variables, [outcomeVariable]: file };
  const child = spawn(process.execPath, [program, ...args], { cwd: root, env, stdio: "inherit" });
  const [code] = await once(child, "exit");
  return readOutcome(file, name, code);
}

function indent(text: string): string {
  return text.replace(/^/gm, "  ");
}
