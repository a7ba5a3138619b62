import { Problem } from "@/lib/protocol/problem";

/** No operation takes nearly as long; a database that does not answer at all must not hold requests for ever. */
const limitMs = 8_000;

/** @throws Problem 50300 when the work is not done in time; what it asked for may still happen. */
export function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(tooLate()), limitMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function tooLate() {
  return new Problem(
    50300,
    "The database does not answer. What you asked for may still happen; ask again with an Idempotency-Key.",
  );
}
