import type { Manifest } from "./format";

/** Returns the facts of a backup that logs and commands print. */
export function summaryOf({ createdAt, version, masterKeys, contents }: Manifest) {
  const tables = Object.values(contents);
  return {
    createdAt,
    version,
    masterKeys,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
