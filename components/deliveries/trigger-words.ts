import type { Trigger } from "@/db/enums";

/** What made an attempt happen, in words. */
export const triggerWords: Record<Trigger, string> = {
  event: "by schedule",
  test: "test event",
  resend: "resent by hand",
  replay: "replay",
};
