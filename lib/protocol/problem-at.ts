import { Problem } from "./problem";
import type { ProblemCode } from "./problem-codes";

/**
 * Returns the error of one member of a request.
 * @param path place of the member, such as `events.3.data`
 * @param message sentence without its last full stop, as all messages of issues
 */
export function problemAt(path: string, message: string, code: ProblemCode = 40000): Problem {
  return new Problem(code, `${path}: ${message}.`, { issues: [{ path, message }] });
}
