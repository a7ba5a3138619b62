export type Printing = { json?: boolean };

/** Prints the result of a command: JSON for programs, text for people. */
export function printResult(result: unknown, text: string, { json = false }: Printing): void {
  printLine(json ? JSON.stringify(result) : text);
}

/** Prints a line on standard output. The exit code is 1 if that fails, such as on a full disk. */
export function printLine(text: string): void {
  process.stdout.once("error", ({ code }: NodeJS.ErrnoException) => {
    console.error(
      `The command was done, but its result could not be written to standard output (${code}).`,
    );
    process.exitCode = 1;
  });
  console.log(text);
}

/** Prints the reason of a failure on standard output if `--json` asks for it, unless a backup is written there. */
export function printFailureAsJson(message: string): void {
  const words = process.argv;
  const isBackup = /(^| )--to[ =]-( |$)/.test(words.join(" "));
  if (isBackup || !words.includes("--json")) return;
  console.log(JSON.stringify({ error: message.replace(/^error: /, "") }));
}

/** Returns rows with aligned columns below a heading. */
export function tableOf(heading: string[], rows: string[][]): string {
  const all = [heading, ...rows];
  const widths = heading.map((_, n) => Math.max(...all.map((row) => row[n]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, n) => cell.padEnd(widths[n] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
