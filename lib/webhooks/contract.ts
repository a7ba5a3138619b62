import { z } from "zod";
import { eventNames } from "@/db/enums";
import { CallbackUrl } from "@/lib/protocol/callback-url";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById, Id } from "@/lib/protocol/ids";
import { present, Timestamp } from "@/lib/protocol/wire";

const Events = z
  .array(z.enum(eventNames, { error: `Choose from ${eventNames.join(", ")}` }), {
    error: "Give a list of event names",
  })
  .min(1, "Choose at least one event")
  .transform((names) => [...new Set(names)]);

/** In: rules, and nothing unknown. */
export const WebhookDraft = z
  .strictObject({ callbackUrl: CallbackUrl, events: Events })
  .meta({ id: "WebhookDraft" });
export type WebhookDraft = z.infer<typeof WebhookDraft>;

export const WebhookPatch = WebhookDraft.partial().meta({ id: "WebhookPatch" });
export type WebhookPatch = z.infer<typeof WebhookPatch>;

/** Out: shape only, and never more than these six. */
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
    summary: "List webhooks, newest first",
    access: "webhooks:read",
    query: z.object({
      limit: z.coerce.number().int().min(1).max(500).default(500),
      cursor: z.string().optional(),
      account: Id.optional(),
    }),
    response: z.array(Webhook),
    status: 200,
  }),
  create: endpoint({
    method: "POST",
    path: "/v1/webhooks",
    summary: "Create a webhook",
    access: "webhooks:write",
    query: z.object({ account: Id.optional() }),
    body: WebhookDraft,
    response: Webhook,
    status: 201,
  }),
  read: endpoint({
    method: "GET",
    path: "/v1/webhooks/{id}",
    summary: "Read one webhook",
    access: "webhooks:read",
    params: ById,
    response: Webhook,
    status: 200,
  }),
  update: endpoint({
    method: "PUT",
    path: "/v1/webhooks/{id}",
    summary: "Change a webhook; what is left out stays",
    access: "webhooks:write",
    params: ById,
    body: WebhookPatch,
    response: Webhook,
    status: 200,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/v1/webhooks/{id}",
    summary: "Delete a webhook; its pending deliveries are cancelled",
    access: "webhooks:write",
    params: ById,
    // A million deliveries may wait for it.
    patienceMs: 25_000,
    response: z.void(),
    status: 204,
  }),
};
