import { isDatabaseAway, isSilence, isStopped } from "@/db/away";
import { connectionTimeout, withoutValues } from "../error-text";

/** Result of one check. A failure keeps the product from working; a warning does not. */
export type Finding = {
  check: string;
  status: "ok" | "warning" | "failed";
  /** The finding, in a sentence. */
  detail: string;
  /** The remedy, in a sentence. */
  advice?: string;
};

export const ok = (check: string, detail: string): Finding => ({ check, status: "ok", detail });

export const warning = (check: string, detail: string, advice: string): Finding => ({
  check,
  status: "warning",
  detail,
  advice,
});

export const failed = (check: string, detail: string, advice: string): Finding => ({
  check,
  status: "failed",
  detail,
  advice,
});

/** Returns the failure of a check that throws an error. The remedy is what follows the first sentence of its message. */
export async function findingOf(check: string, run: () => Promise<Finding>): Promise<Finding> {
  try {
    return await run();
  } catch (error) {
    const message = connectionTimeout(error) ?? withoutValues(error).message;
    const [detail = "", ...rest] = message.split(/(?<=[.?]) /);
    return failed(check, detail, rest.join(" ") || remedyOf(error));
  }
}

/** Returns what to do about an error that does not say it itself. */
function remedyOf(error: unknown): string {
  if (isSilence(error) || isStopped(error))
    return "The database did not answer in time. Look at its load, its disk and pg_locks, then run the command again.";
  if (isDatabaseAway(error)) return "Look for the reason in the log of Postgres.";
  return "Run the command again. If it says the same, report this line.";
}
