import type { Trigger } from "@/db/enums";

/** Origins of a delivery. */
export const deliveryTriggers: Record<Trigger, string> = {
  event: "Published event",
  test: "Test",
  resend: "Resend",
  replay: "Replay",
};

/** Reasons of an attempt. */
export const attemptTriggers: Record<Trigger, string> = {
  event: "scheduled",
  test: "test event",
  resend: "manual resend",
  replay: "replay",
};
