import { z } from "zod";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById, Id } from "@/lib/protocol/ids";
import { present, Timestamp } from "@/lib/protocol/wire";

export const healthStates = [
  "healthy",
  "degraded",
  "failing",
  "paused",
  "auto_paused",
  "no_traffic",
] as const;

/** How one receiver does, over the last 24 hours (up to the half hour); tests and resends are not counted. */
export const WebhookHealth = z
  .object({
    webhookId: Id,
    state: z.enum(healthStates),
    since: present(Timestamp).describe("When it began to fail, or was paused"),
    reason: present(z.string()).describe("In words, for a person"),
    delivered: z.int(),
    failed: z.int(),
    retrying: z.int(),
    backlog: z.int().describe("Deliveries that are not finished"),
    p95: present(z.int()).describe("Milliseconds that all but the slowest twentieth took at most"),
    hours: z
      .array(z.object({ from: Timestamp, delivered: z.int(), failed: z.int() }))
      .describe("The last 24 hours one by one, oldest first, by when deliveries ended"),
    lastSuccessAt: present(Timestamp),
    lastFailureAt: present(Timestamp),
    slowSince: present(Timestamp).describe(
      "Since it let a deadline pass; it is served apart from the others until it is quick again",
    ),
    restsUntil: present(Timestamp).describe(
      "So much failed that nothing but tests and resends is sent until then",
    ),
  })
  .meta({ id: "WebhookHealth" });

export const healthApi = {
  list: endpoint({
    method: "GET",
    path: "/v1/webhook-health",
    summary: "The health of all webhooks at once",
    access: "deliveries:read",
    response: z.array(WebhookHealth),
    status: 200,
  }),
  read: endpoint({
    method: "GET",
    path: "/v1/webhooks/{id}/health",
    summary: "The health of one webhook",
    access: "deliveries:read",
    params: ById,
    response: WebhookHealth,
    status: 200,
  }),
};
