import { z } from "zod";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById, Id } from "@/lib/protocol/ids";
import { name, present } from "@/lib/protocol/wire";
import { CustomHeaders } from "./headers";

/** What belongs to a webhook besides its address and events, so that `Webhook` never grows. */
export const WebhookSettings = z
  .object({
    label: z.string(),
    paused: z.boolean(),
    deadlineSeconds: z.int(),
    maxConcurrency: z.int().describe("Requests that one worker has under way to it at once"),
    ratePerSecond: z
      .int()
      .nullable()
      .describe("Requests a second from all workers; null: no limit"),
    headers: z
      .record(z.string(), z.string())
      .describe("Sent with each request; values read as *** for those who may not write webhooks"),
  })
  .meta({ id: "WebhookSettings" });

const WebhookOverview = z
  .object({
    webhookId: Id,
    accountId: Id,
    label: z.string(),
    paused: z.boolean(),
    twin: present(Id).describe("Another webhook of the account with the very same callbackUrl"),
  })
  .meta({ id: "WebhookOverview" });

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
    ratePerSecond: z
      .int("Give a whole number, or null for no limit")
      .min(1, "Give 1 to 1000, or null for no limit")
      .max(1000, "Give 1 to 1000, or null for no limit")
      .nullable()
      .optional(),
    headers: CustomHeaders.optional().describe("In place of those before; {} removes them all"),
  })
  .meta({ id: "WebhookSettingsPatch" });
export type WebhookSettingsPatch = z.infer<typeof WebhookSettingsPatch>;

export const settingsApi = {
  list: endpoint({
    method: "GET",
    path: "/v1/webhook-settings",
    summary:
      "Whose each webhook is, its label, whether it is paused, and whether it is there twice",
    access: "webhooks:read",
    response: z.array(WebhookOverview),
    status: 200,
  }),
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
    summary:
      "Change a webhook's settings: label, pause or resume, deadline, concurrency, rate, headers",
    access: "webhooks:write",
    params: ById,
    body: WebhookSettingsPatch,
    // Resuming makes due whatever waits.
    patienceMs: 25_000,
    response: WebhookSettings,
    status: 200,
  }),
};
