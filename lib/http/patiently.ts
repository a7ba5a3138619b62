import { pulse } from "./database-pulse";
import { Patience } from "./patience";

const limitMs = 8000;

/**
 * As long as a page waits for the database. @throws Problem 50300 when that does not answer, which is known at once
 * while it answers nobody
 */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const patience = new Patience(pulse, limitMs);
  patience.assertHope();
  return patience.wait(work());
}
