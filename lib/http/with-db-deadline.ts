import { DbDeadline } from "./db-deadline";
import { healthProbeOf } from "./health-probe-of";

const limitMs = 8000;

/**
 * Runs the database work of a page with its deadline.
 * @throws Problem 50300 when the database does not answer; at once when it is known to be silent
 */
export async function withDbDeadline<T>(work: () => Promise<T>): Promise<T> {
  const deadline = new DbDeadline(healthProbeOf("general"), limitMs);
  deadline.assertDatabaseUp();
  return deadline.wait(work());
}
