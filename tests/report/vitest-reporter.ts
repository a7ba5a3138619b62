import path from "node:path";
import type { Reporter, SerializedError, TestCase, TestModule } from "vitest/node";
import { root } from "@/server/supervisor/root";
import { type Outcome, shortReason, writeOutcome } from "./outcome";

/** Reports Vitest's outcome to `npm test`. */
export default class OutcomeReporter implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const outsideOfTests = [
      ...modules.flatMap((module) => errorsOfSuites(module)),
      ...errors.map((error) => ({ test: "Vitest", reason: reasonOf([error]) })),
    ];
    const outcome: Outcome = {
      passed: tests.filter((test) => test.result().state === "passed").length,
      failures: [
        ...tests.filter((test) => test.result().state === "failed").map(failureOf),
        ...outsideOfTests,
      ],
      flaky: tests.filter((test) => test.diagnostic()?.flaky).map(failureOf),
    };
    await writeOutcome(outcome);
  }
}

/** Failed hooks and modules that could not be loaded. */
function errorsOfSuites(module: TestModule) {
  const suites = [module, ...module.children.allSuites()];
  return suites
    .filter((suite) => suite.errors().length > 0)
    .map((suite) => ({ test: fileOf(module), reason: reasonOf(suite.errors()) }));
}

/** A test that passed when repeated keeps the errors of its first run. */
function failureOf(test: TestCase) {
  return { test: nameOf(test), reason: reasonOf(test.result().errors) };
}

function nameOf(test: TestCase): string {
  return `${test.project.name} ${fileOf(test.module)} › ${test.fullName}`;
}

function fileOf(module: TestModule): string {
  return path.relative(root, module.moduleId);
}

function reasonOf(errors: readonly { message: string; stack?: string }[] | undefined): string {
  const { message, stack = "" } = errors?.[0] ?? {};
  // The stack of a test that took too long does not begin with its message.
  return shortReason(message && !stack.includes(message) ? `${message}\n${stack}` : stack);
}
