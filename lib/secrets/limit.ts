import { Problem } from "@/lib/protocol/problem";

/**
 * Secrets that sign at once. Each adds 48 characters to the headers of a delivery, of which many servers take 8 KiB at most.
 * Not measured.
 */
const validSecretLimit = 10;

/**
 * Checks that one more secret may sign.
 * @param valid number of valid secrets
 * @throws Problem 40901
 */
export function assertBelowSecretLimit(valid: number): void {
  if (valid < validSecretLimit) return;
  throw new Problem(
    40901,
    `${validSecretLimit} signing secrets are valid, which is the limit. Wait until an overlap ends, or rotate without one.`,
  );
}
