import * as z from "zod";
import { eventNames } from "@/db/enums";
import { CallbackUrl, callbackUrlBodyLimit } from "@/lib/protocol/callback-url";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById, Id } from "@/lib/protocol/ids";
import { LinkCursor } from "@/lib/protocol/paging";
import { present, Timestamp } from "@/lib/protocol/wire";

const Events = z
  .array(z.enum(eventNames, { error: `Choose from ${eventNames.join(", ")}` }), {
    error: "Give a list of event names",
  })
  .min(1, "Choose at least one event")
  .transform((names) => [...new Set(names)]);

/** Request body. Unknown properties are refused. */
export const WebhookDraft = z
  .strictObject({ callbackUrl: CallbackUrl, events: Events })
  .meta({ id: "WebhookDraft" });
export type WebhookDraft = z.infer<typeof WebhookDraft>;

export const WebhookPatch = WebhookDraft.partial().meta({ id: "WebhookPatch" });
export type WebhookPatch = z.infer<typeof WebhookPatch>;

/** Response body. Has exactly these six properties. */
export const Webhook = z
  .object({
    id: Id,
    callbackUrl: z.string(),
    events: z.array(z.enum(eventNames)),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    lastTriggeredAt: present(Timestamp),
  })
  .meta({ id: "Webhook" });

export const webhooksApi = {
  list: endpoint({
    method: "GET",
    path: "/v1/webhooks",
    summary: "List webhooks",
    description:
      'Returns a bare array, newest first, of at most 500 webhooks. When there are more, the Link header holds the URL of the next page with rel="next".',
    access: "webhooks:read",
    query: z.object({
      limit: z.coerce.number().int().min(1).max(500).default(500),
      cursor: LinkCursor,
      account: Id.optional().describe("For callers with several accounts"),
    }),
    response: z.array(Webhook),
    status: 200,
  }),
  create: endpoint({
    method: "POST",
    path: "/v1/webhooks",
    summary: "Create a webhook",
    description:
      "Subscribes a callback URL to event names. The server creates a signing secret for the webhook. Callers with several accounts name one in the query parameter account.",
    errors: [40002, 40901],
    access: "webhooks:write",
    query: z.object({
      account: Id.optional().describe("Account of the webhook, for callers with several accounts"),
    }),
    body: WebhookDraft,
    bodyLimit: callbackUrlBodyLimit,
    response: Webhook,
    status: 201,
  }),
  read: endpoint({
    method: "GET",
    path: "/v1/webhooks/{id}",
    summary: "Read a webhook",
    description:
      "Returns one webhook. lastTriggeredAt is left out until the first request was sent to it.",
    access: "webhooks:read",
    params: ById,
    response: Webhook,
    status: 200,
  }),
  update: endpoint({
    method: "PUT",
    path: "/v1/webhooks/{id}",
    summary: "Change a webhook",
    description:
      "Changes the callback URL, the event names, or both. A member that is left out stays as it is. Pending deliveries go to the new callback URL.",
    errors: [40002],
    access: "webhooks:write",
    params: ById,
    body: WebhookPatch,
    bodyLimit: callbackUrlBodyLimit,
    response: Webhook,
    status: 200,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/v1/webhooks/{id}",
    summary: "Delete a webhook",
    description:
      "Deletes the webhook and cancels its pending deliveries. The delivery log keeps its deliveries until retention deletes them.",
    access: "webhooks:write",
    params: ById,
    // Cancels up to a million waiting deliveries.
    dbTimeoutMs: 25_000,
    isBulk: true,
    response: z.void(),
    status: 204,
  }),
};
