/** Begins a file that people open: without it, Excel reads UTF-8 as the code page of the system. */
export const byteOrderMark = "\ufeff";

type Cell = string | number | boolean | undefined;

/** Returns one line of CSV, with its end (RFC 4180). */
export function csvLine(values: readonly Cell[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}

/**
 * Formats a cell. Spreadsheets evaluate text that begins like a formula, so it is prefixed with an apostrophe. In East Asian
 * languages, Excel takes the full-width signs for the ASCII ones.
 */
function cell(value: Cell): string {
  const text = `${value ?? ""}`;
  const harmless =
    /^[=+\-@＝＋－＠\t\r\n]/.test(text) && typeof value === "string" ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
