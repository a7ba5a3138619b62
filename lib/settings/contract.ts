import { z } from "zod";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById } from "@/lib/protocol/ids";
import { name } from "@/lib/protocol/wire";

/** What belongs to a webhook besides its address and events, so that `Webhook` never grows. */
export const WebhookSettings = z
  .object({
    label: z.string(),
    paused: z.boolean(),
    deadlineSeconds: z.int(),
    maxConcurrency: z.int().describe("Requests that one worker has under way to it at once"),
  })
  .meta({ id: "WebhookSettings" });

export const WebhookSettingsPatch = z
  .strictObject({
    label: z.union([z.literal(""), name("Give a label as text")]).optional(),
    paused: z.boolean().optional(),
    deadlineSeconds: z
      .int("Give whole seconds")
      .min(1, "Give 1 to 30 seconds")
      .max(30, "Give 1 to 30 seconds")
      .optional(),
    maxConcurrency: z
      .int("Give a whole number")
      .min(1, "Give 1 to 64")
      .max(64, "Give 1 to 64")
      .optional(),
  })
  .meta({ id: "WebhookSettingsPatch" });
export type WebhookSettingsPatch = z.infer<typeof WebhookSettingsPatch>;

export const settingsApi = {
  read: endpoint({
    method: "GET",
    path: "/v1/webhooks/{id}/settings",
    summary: "Read a webhook's settings",
    access: "webhooks:read",
    params: ById,
    response: WebhookSettings,
    status: 200,
  }),
  update: endpoint({
    method: "PUT",
    path: "/v1/webhooks/{id}/settings",
    summary: "Change a webhook's settings: label, pause or resume, deadline, concurrency",
    access: "webhooks:write",
    params: ById,
    body: WebhookSettingsPatch,
    response: WebhookSettings,
    status: 200,
  }),
};
