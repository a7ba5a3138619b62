import { CommanderError } from "commander";
import { printFailureAsJson } from "./print";
import { WrongUsage } from "./wrong-usage";

/**
 * Runs a command. An error that a person can fix is printed as its message. Others are printed in full, without the values of
 * a statement. With `--json` the message is also the result. Exit codes: 1 for a failure, 2 for wrong usage.
 */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (error instanceof CommanderError && !(error instanceof WrongUsage)) {
      // Commander has printed the help or the reason.
      if (error.exitCode === 0) process.exit(0);
      printFailureAsJson(error.message);
      process.exit(2);
    }
    // Only now: it knows errors of the database's driver, which a supervisor does not need.
    const { reasonOf, withoutValues } = await import("./error-text");
    const reason = reasonOf(error);
    console.error(reason ?? withoutValues(error));
    printFailureAsJson(reason ?? withoutValues(error).message);
    process.exit(error instanceof WrongUsage ? 2 : 1);
  }
}
