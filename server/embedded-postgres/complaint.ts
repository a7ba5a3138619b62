/** Errors caused by a killed server. They disappear once its last backends have exited. */
const passing = /pre-existing shared memory block|lock file .* already exists/;
/** Logged by the backends of a killed server, also after the next one has begun to start. */
const lastWords = /terminating connection due to unexpected postmaster exit/;
/** Logged for each client that connects meanwhile, such as our own processes. */
const refusedClients =
  /the database system is (starting up|not yet accepting connections|in recovery mode|shutting down)/;

/**
 * Finds out why a server did not start from what was logged meanwhile.
 * @returns `isPassing` when another attempt can succeed
 */
export function complaintIn(logged: string): { complaint: string; isPassing: boolean } {
  const isReason = (line: string) => line && !lastWords.test(line) && !refusedClients.test(line);
  const lines = logged.split("\n").filter(isReason);
  const first = lines.findIndex((line) => /FATAL|PANIC/.test(line));
  const complaint = lines.at(first) ?? "it said nothing.";
  const detail = lines[first + 1]?.match(/DETAIL: +(.*)/)?.[1];
  return {
    complaint: first >= 0 && detail ? `${complaint}. ${detail}` : complaint,
    isPassing: passing.test(complaint),
  };
}
