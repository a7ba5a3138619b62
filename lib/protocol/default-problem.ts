import { Problem } from "./problem";
import { type ProblemCode, problems } from "./problem-codes";

/** Returns a problem with the default message of its code. Not in `problem.ts`, because browsers need no default messages. */
export function defaultProblem(
  code: ProblemCode,
  details?: ConstructorParameters<typeof Problem>[2],
): Problem {
  return new Problem(code, problems[code], details);
}

/**
 * Returns the first row.
 * @throws Problem 40400, the same for unknown, deleted and another account's
 */
export function assertFound<T>(rows: T[], message: string = problems[40400]): T {
  const [row] = rows;
  if (row === undefined) throw new Problem(40400, message);
  return row;
}
