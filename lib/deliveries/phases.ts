import type { Phases } from "@/lib/outbound/phases";

/** A row of the log as it is shown: where its time went in one place. */
export function withPhases<Row extends Phases>(row: Row) {
  const { dnsMs, connectMs, tlsMs, firstByteMs } = row;
  return { ...row, phases: { dnsMs, connectMs, tlsMs, firstByteMs } };
}
