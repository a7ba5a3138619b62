import { newSecret } from "@/lib/outbound/signature";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";

/** Returns a delivery as a claim passes it to the sender. Only the URL has no default. */
export function leasedDelivery(
  given: Partial<LeasedDelivery> & { callbackUrl: string },
): LeasedDelivery {
  return {
    deliveryId: "0190a1b2-0000-7000-8000-000000000001",
    attempt: 1,
    lease: 1,
    step: 1,
    trigger: "event",
    eventId: "0190a1b2-0000-7000-8000-000000000002",
    event: "VIDEO_GENERATION_SUCCESS",
    data: '{ "videoId":"v1",  "videoName":"Grüße" }',
    traceparent: null,
    tracestate: null,
    webhookId: "0190a1b2-0000-7000-8000-000000000003",
    accountId: "0190a1b2-0000-7000-8000-000000000004",
    isNew: false,
    deadlineSeconds: 1,
    maxConcurrency: 8,
    ratePerSecond: null,
    slow: false,
    phase: "closed",
    cooldownSeconds: null,
    secrets: [newSecret()],
    secretAccountId: null,
    headers: null,
    now: new Date(),
    claimedAt: performance.now(),
    ...given,
  };
}
