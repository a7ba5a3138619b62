export type FailPoint =
  | "after_claim"
  | "before_send"
  | "after_send"
  | "before_record"
  | "after_record";

const chosen = process.env.NODE_ENV === "production" ? undefined : process.env.POSTBACK_FAILPOINT;

/** Dies right here, as by a crash, when a test chose this point: kills at random miss most of what can go wrong. */
export function failPoint(point: FailPoint): void {
  if (point === chosen) process.kill(process.pid, "SIGKILL");
}
