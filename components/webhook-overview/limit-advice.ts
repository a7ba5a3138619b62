import type { WebhookHealth } from "@/lib/health/queries";
import { mostConcurrent } from "@/lib/settings/most-concurrent";
import type { WebhookSettings } from "@/lib/settings/queries";

type Limits = Pick<WebhookSettings, "maxConcurrency">;
type Advice = { words: string; isChangeable: boolean };

/** Returns the next step against lateness, and whether the limit can be changed for it. */
export function limitAdvice(
  lateBy: NonNullable<WebhookHealth["lateBy"]>,
  limits: Limits | undefined,
): Advice {
  if (lateBy === "rate")
    return {
      words: "Raise the limit “Requests per second”, or remove it.",
      isChangeable: true,
    };
  if (limits?.maxConcurrency === mostConcurrent)
    return {
      words:
        "Respond first and process afterwards, or divide the event types among several webhooks: the limit is at its maximum.",
      isChangeable: false,
    };
  return {
    words: "Respond first and process afterwards, or raise the limit “Concurrent requests”.",
    isChangeable: true,
  };
}
