import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureBuild } from "@/server/supervisor/ensure-build";
import { root } from "@/server/supervisor/root";
import { findBrowser } from "./find-browser";

type Count = { passed: number; failed: number };

/** `npm test`: runs all tests and prints the numbers of passed and failed ones in the last line. */
const reports = await mkdtemp(path.join(tmpdir(), "postback-reports-"));
const browser = findBrowser();
await ensureBuild().catch((error) => console.error(error.message));

const counts = [await runVitest(), await runPlaywright()];
await rm(reports, { recursive: true, force: true });
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function runVitest(): Promise<Count> {
  const report = path.join(reports, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await run("vitest/vitest.mjs", ["run", ...reporters]);
  const { numPassedTests = 0, numFailedTests = 0 } = await read(report);
  return honest({ passed: numPassedTests, failed: numFailedTests }, code);
}

async function runPlaywright(): Promise<Count> {
  const report = path.join(reports, "playwright.json");
  const code = await run("@playwright/test/cli.js", ["test", "--reporter=list,json"], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    ...(browser ? { PLAYWRIGHT_CHROMIUM_PATH: browser } : {}),
  });
  const { expected = 0, flaky = 0, unexpected = 0 } = (await read(report)).stats ?? {};
  return honest({ passed: expected + flaky, failed: unexpected }, code);
}

/** Counts a run without tests, or an error outside of a test, as a failure. */
function honest({ passed, failed }: Count, code: number | null): Count {
  const blameless = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: blameless ? 1 : failed };
}

async function run(script: string, args: string[], variables = {}): Promise<number | null> {
  const program = path.join(root, "node_modules", script);
  const env = { ...process.env, ...variables };
  const child = spawn(process.execPath, [program, ...args], { cwd: root, env, stdio: "inherit" });
  const [code] = await once(child, "exit");
  return code;
}

async function read(report: string) {
  return JSON.parse(await readFile(report, "utf8").catch(() => "{}"));
}
