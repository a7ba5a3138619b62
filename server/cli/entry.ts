import { assertDriverPatched, DriverNotPatched } from "@/db/driver";
import { SchemaMismatch } from "@/db/schema-version";
import { CannotStart } from "@/server/supervisor/cannot-start";

const explained = [CannotStart, DriverNotPatched, SchemaMismatch];

/** Runs a command. An error that a person can fix is printed as its message, all others in full. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    assertDriverPatched();
    await command();
  } catch (error) {
    const isExplained = explained.some((kind) => error instanceof kind);
    console.error(isExplained ? (error as Error).message : error);
    process.exit(1);
  }
}
