import * as z from "zod";
import { causes } from "@/db/enums";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById, Id } from "@/lib/protocol/ids";
import { LinkCursor } from "@/lib/protocol/paging";
import { present, Timestamp } from "@/lib/protocol/wire";
import { lateLimits } from "@/lib/queue/late-limits";

export const healthStates = [
  "healthy",
  "late",
  "degraded",
  "failing",
  "paused",
  "auto_paused",
  "no_traffic",
] as const;
export type HealthState = (typeof healthStates)[number];

const HealthHour = z
  .object({
    from: Timestamp.describe("Start of the hour"),
    delivered: z.int(),
    failed: z.int(),
    retrying: z.int().describe("Failed attempts that are retried"),
    waiting: z
      .int()
      .describe(
        "Deliveries that wait for a retry now, by creation; those of earlier days are in the first hour",
      ),
  })
  .meta({ id: "HealthHour" });

/** Health of one webhook over the last 24 hours, to the half hour. Tests are not counted, and resends only if they end their delivery. */
export const WebhookHealth = z
  .object({
    webhookId: Id,
    state: z.enum(healthStates).describe("State of the webhook"),
    since: present(Timestamp).describe("Time of the first failure or of pausing"),
    incident: z.boolean().describe("Among the incidents of the overview and of `/v1/stats`"),
    reason: present(z.string()).describe("Explanation in one sentence"),
    cause: present(z.enum(causes)).describe(
      "Most frequent cause of failed attempts in the last 24 hours",
    ),
    statusCode: present(z.int()).describe("Most frequent status code with that cause"),
    delivered: z.int(),
    failed: z.int(),
    retrying: z.int().describe("Deliveries that wait for a retry now"),
    backlog: z
      .int()
      .describe("Deliveries that have not ended, also those that wait for a retry or are parked"),
    p95: present(z.int()).describe("95th percentile of attempt duration in milliseconds"),
    hours: z
      .array(HealthHour)
      .describe("The last 24 hours, oldest first, by the time deliveries ended"),
    lastSuccessAt: present(Timestamp),
    lastFailureAt: present(Timestamp),
    slowSince: present(Timestamp).describe(
      "Time when it entered the slow lane; left out otherwise",
    ),
    lateSince: present(Timestamp).describe(
      "When the oldest waiting delivery was due, if that is more than a minute ago and the webhook uses its concurrent requests or its rate limit; left out otherwise",
    ),
    lateBy: present(z.enum(lateLimits)).describe(
      "While it is late: its limit that is used up, `maxConcurrency` or `ratePerSecond`",
    ),
    restsUntil: present(Timestamp).describe(
      "While the circuit is open and the webhook is not paused: end of the cool-down. Only tests and resends are sent before",
    ),
  })
  .meta({ id: "WebhookHealth" });

const HealthCount = z
  .object({
    state: z.enum(healthStates).describe("State of the webhooks"),
    webhooks: z.int().describe("Number of webhooks in this state"),
  })
  .meta({ id: "WebhookHealthCount" });

const account = Id.optional().describe("For callers with several accounts");

export const healthApi = {
  list: endpoint({
    method: "GET",
    path: "/v1/webhook-health",
    summary: "List the health of webhooks",
    description:
      'Returns the health of webhooks over the last 24 hours, newest first, at most 5,000. When there are more, the Link header holds the URL of the next page with rel="next". Tests are not counted, and resends only if they end their delivery.',
    access: "deliveries:read",
    query: z.object({
      limit: z.coerce.number().int().min(1).max(5000).default(5000),
      cursor: LinkCursor,
      account,
    }),
    response: z.array(WebhookHealth),
    status: 200,
  }),
  count: endpoint({
    method: "GET",
    path: "/v1/webhook-health/counts",
    summary: "Count webhooks by state of health",
    description:
      "Returns, for each state, the number of webhooks in it, of all that the caller sees or of one account.",
    access: "deliveries:read",
    query: z.object({ account }),
    response: z.array(HealthCount),
    status: 200,
  }),
  read: endpoint({
    method: "GET",
    path: "/v1/webhooks/{id}/health",
    summary: "Read the health of a webhook",
    description:
      "Returns the state, the figures of the last 24 hours and the backlog of one webhook. Tests are not counted, and resends only if they end their delivery.",
    access: "deliveries:read",
    params: ById,
    response: WebhookHealth,
    status: 200,
  }),
};
