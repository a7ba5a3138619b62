import * as z from "zod";
import { eventNames } from "@/db/enums";
import { WebhookHealth } from "@/lib/health/contract";
import { endpoint } from "@/lib/protocol/endpoint";
import { Id } from "@/lib/protocol/ids";
import { listOf } from "@/lib/protocol/list-of";
import { SearchText } from "@/lib/protocol/wire";
import { WebhookOverview } from "@/lib/settings/contract";
import { Webhook } from "@/lib/webhooks/contract";
import { foundLimit, searchOrders, statusFilters } from "./vocabulary";

const FoundWebhook = z
  .object({ webhook: Webhook, overview: WebhookOverview, health: WebhookHealth })
  .meta({ id: "FoundWebhook" });

const WebhookSearch = z
  .object({
    total: z.int().describe("Number of webhooks that match, listed or not"),
    webhooks: z.array(FoundWebhook),
  })
  .meta({ id: "WebhookSearch" });

export const webhookSearchApi = {
  find: endpoint({
    method: "GET",
    path: "/v1/webhook-search",
    summary: "Search webhooks",
    description:
      "Returns the webhooks that match every filter, each with its health and its overview, and the number of all that match. Without filters all match. Needs the scope deliveries:read as well.",
    access: "webhooks:read",
    query: z.strictObject({
      q: SearchText.optional().describe(
        "Text to find, in upper or lower case. Each of its words has to be part of the callback URL as screens show it, of the label or of the id. The first 200 characters count",
      ),
      status: listOf(statusFilters),
      event: listOf(eventNames).describe(
        "One or several, separated by commas; webhooks subscribed to any of them",
      ),
      account: Id.optional().describe("For callers with several accounts"),
      sort: z
        .enum(searchOrders)
        .default("health")
        .describe(
          "health: the worst first; name: by label or URL; rate: the lowest success rate of the last 24 hours first; last: the latest attempt first. A minus reverses the order. match: the label that equals the text first, then labels that begin with it, other labels with each word, and the rest, of each the worst first",
        ),
      limit: z.coerce.number().int().min(1).max(foundLimit).default(foundLimit),
    }),
    response: WebhookSearch,
    status: 200,
  }),
};
export type WebhookSearchQuery = z.output<(typeof webhookSearchApi.find)["query"]>;
