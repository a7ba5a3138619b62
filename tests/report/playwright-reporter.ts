import path from "node:path";
import type { Reporter, Suite, TestCase, TestError, TestResult } from "@playwright/test/reporter";
import { type Outcome, shortReason, writeOutcome } from "./outcome";

/** Reports Playwright's outcome to `npm test`. */
export default class OutcomeReporter implements Reporter {
  private suite: Suite | undefined;
  private readonly errors: TestError[] = [];

  onBegin(_config: unknown, suite: Suite) {
    this.suite = suite;
  }

  onError(error: TestError) {
    this.errors.push(error);
  }

  async onEnd() {
    const tests = this.suite?.allTests() ?? [];
    const outcome: Outcome = {
      passed: tests.filter((test) => ["expected", "flaky"].includes(test.outcome())).length,
      failures: [
        ...tests
          .filter((test) => test.outcome() === "unexpected")
          .map((test) => failureOf(test, test.results.at(-1))),
        ...this.errors.map((error) => ({ test: "Playwright", reason: reasonOf(error) })),
      ],
      flaky: tests
        .filter((test) => test.outcome() === "flaky")
        .map((test) => failureOf(test, test.results[0])),
    };
    await writeOutcome(outcome);
  }
}

function failureOf(test: TestCase, result: TestResult | undefined) {
  return { test: nameOf(test), reason: reasonOf(result?.error) };
}

function nameOf(test: TestCase): string {
  const file = path.relative(process.cwd(), test.location.file);
  return [file, ...test.titlePath().slice(3)].join(" › ");
}

function reasonOf(error: TestError | undefined): string {
  return shortReason(error?.message ?? error?.value);
}
