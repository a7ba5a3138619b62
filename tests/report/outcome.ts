import { readFile, writeFile } from "node:fs/promises";
import { stripVTControlCharacters } from "node:util";

/** A test, with the first lines of the reason of its failure. */
type Failure = { test: string; reason: string };

/** What one of the two test runners reports to `npm test`. */
export type Outcome = {
  passed: number;
  /** Failed tests, and errors outside of a test. */
  failures: Failure[];
  /** Tests that failed once and passed when repeated. */
  flaky: Failure[];
};

/** The variable with the path of the file that a runner's reporter writes its {@link Outcome} to. */
export const outcomeVariable = "POSTBACK_TEST_OUTCOME";

/** Writes the outcome for `npm test`; does nothing without {@link outcomeVariable}. */
export async function writeOutcome(outcome: Outcome): Promise<void> {
  const file = process.env[outcomeVariable];
  if (file) await writeFile(file, JSON.stringify(outcome));
}

/** Returns the outcome in `file`. A runner that wrote none, or ran no test, or failed without a reason, counts as a failure. */
export async function readOutcome(file: string, runner: string, code: number | null) {
  const text = await readFile(file, "utf8").catch(() => "");
  const outcome: Outcome = text ? JSON.parse(text) : { passed: 0, failures: [], flaky: [] };
  const unexplained = code !== 0 || outcome.passed === 0;
  if (outcome.failures.length === 0 && unexplained) {
    const reason = `Ended with exit code ${code} after ${outcome.passed} passed tests`;
    outcome.failures.push({ test: runner, reason });
  }
  return outcome;
}

/** The first lines of an error, without colours and the test runner's own frames. */
export function shortReason(message = "no message"): string {
  const lines = stripVTControlCharacters(message).split("\n");
  return lines
    .filter((line) => !line.includes("/node_modules/"))
    .slice(0, 12)
    .join("\n");
}
