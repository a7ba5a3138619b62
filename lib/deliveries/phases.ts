import type { Phases } from "@/lib/outbound/phases";

/** Returns a row of the log with its phases in one object. */
export function withPhases<Row extends Phases>(row: Row) {
  const { dnsMs, connectMs, tlsMs, firstByteMs } = row;
  return { ...row, phases: { dnsMs, connectMs, tlsMs, firstByteMs } };
}
