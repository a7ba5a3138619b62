import { CommanderError } from "commander";
import { assertDriverPatched, DriverNotPatched } from "@/db/driver";
import { SchemaMismatch } from "@/db/schema-version";
import { BadBackup, CannotWrite, UnsuitableTarget } from "@/lib/backup/errors";
import { Problem } from "@/lib/protocol/problem";
import { CannotStart } from "@/server/supervisor/cannot-start";
import { printFailureAsJson } from "./print";
import { WrongUsage } from "./wrong-usage";

const explained = [
  ...[CannotStart, DriverNotPatched, SchemaMismatch, Problem, WrongUsage],
  ...[BadBackup, CannotWrite, UnsuitableTarget],
];

/**
 * Runs a command. An error that a person can fix is printed as its message, all others in full; with `--json` the message is
 * also the result. Exit codes: 1 for a failure, 2 for wrong usage.
 */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    assertDriverPatched();
    await command();
  } catch (error) {
    if (error instanceof CommanderError && !(error instanceof WrongUsage)) {
      // Commander has printed the help or the reason.
      if (error.exitCode === 0) process.exit(0);
      printFailureAsJson(error.message);
      process.exit(2);
    }
    const isExplained = explained.some((kind) => error instanceof kind);
    console.error(isExplained ? (error as Error).message : error);
    printFailureAsJson(error instanceof Error ? error.message : String(error));
    process.exit(error instanceof WrongUsage ? 2 : 1);
  }
}
