export type FailPoint =
  | "after_claim"
  | "before_send"
  | "after_send"
  | "before_record"
  | "after_record"
  | "after_expand";

const chosen = process.env.NODE_ENV === "production" ? undefined : process.env.POSTBACK_FAILPOINT;

/** Kills the process here if a test chose this point with `POSTBACK_FAILPOINT`. Does nothing in production. */
export function failPoint(point: FailPoint): void {
  if (point === chosen) process.kill(process.pid, "SIGKILL");
}
