import { CannotStart } from "./cannot-start";

/** Runs a command of the doorstep. What a person can mend is told in a sentence, everything else in full. */
export async function enter(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof CannotStart ? error.message : error);
    process.exit(1);
  }
}
