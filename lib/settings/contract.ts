import * as z from "zod";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById, Id } from "@/lib/protocol/ids";
import { LinkCursor } from "@/lib/protocol/paging";
import { name, present } from "@/lib/protocol/wire";
import { CustomHeaders } from "./headers";
import { mostConcurrent } from "./most-concurrent";
import { overviewLimit } from "./overview-limit";

const concurrency = "Requests in flight at once, for each process that sends (worker)";
const giveConcurrency = `Give 1 to ${mostConcurrent}`;
const rate = "Requests per second from all these processes together; null: no limit";

/** Settings of a webhook besides its URL and events, kept apart so that `Webhook` does not grow. */
const WebhookSettings = z
  .object({
    accountId: Id,
    label: z.string(),
    paused: z.boolean(),
    deadlineSeconds: z.int(),
    maxConcurrency: z.int().describe(concurrency),
    ratePerSecond: z.int().nullable().describe(rate),
    headers: z
      .record(z.string(), z.string())
      .describe("Sent with each request; values are *** for callers without webhooks:write"),
  })
  .meta({ id: "WebhookSettings" });

export const WebhookOverview = z
  .object({
    webhookId: Id,
    accountId: Id,
    label: z.string(),
    paused: z.boolean(),
    twin: present(Id).describe("Another webhook of the account with the same callbackUrl"),
  })
  .meta({ id: "WebhookOverview" });

export const WebhookSettingsPatch = z
  .strictObject({
    label: z
      .union([z.literal(""), name("Give a label as text")], {
        error: "Give a line of text with at most 100 characters, or an empty one",
      })
      .optional(),
    paused: z.boolean().optional(),
    deadlineSeconds: z
      .int("Give whole seconds")
      .min(1, "Give 1 to 30 seconds")
      .max(30, "Give 1 to 30 seconds")
      .optional(),
    maxConcurrency: z
      .int("Give a whole number")
      .min(1, giveConcurrency)
      .max(mostConcurrent, giveConcurrency)
      .optional()
      .describe(concurrency),
    ratePerSecond: z
      .int("Give a whole number, or null for no limit")
      .min(1, "Give 1 to 1000, or null for no limit")
      .max(1000, "Give 1 to 1000, or null for no limit")
      .nullable()
      .optional()
      .describe(rate),
    headers: CustomHeaders.optional().describe("Replaces all headers; {} removes them"),
  })
  .meta({ id: "WebhookSettingsPatch" });
export type WebhookSettingsPatch = z.infer<typeof WebhookSettingsPatch>;

export const settingsApi = {
  list: endpoint({
    method: "GET",
    path: "/v1/webhook-settings",
    summary: "List an overview of webhooks",
    description:
      'Returns, for each webhook: its account, its label, whether it is paused, and the id of another webhook of the account with the same callback URL. Newest first, at most 5,000; when there are more, the Link header holds the URL of the next page with rel="next".',
    access: "webhooks:read",
    query: z.object({
      limit: z.coerce.number().int().min(1).max(overviewLimit).default(overviewLimit),
      cursor: LinkCursor,
      account: Id.optional().describe("For callers with several accounts"),
    }),
    response: z.array(WebhookOverview),
    status: 200,
  }),
  read: endpoint({
    method: "GET",
    path: "/v1/webhooks/{id}/settings",
    summary: "Read webhook settings",
    description:
      "Returns label, pause, deadline, concurrency, rate and headers. Header values read as *** without the scope webhooks:write.",
    errors: [40900],
    access: "webhooks:read",
    params: ById,
    response: WebhookSettings,
    status: 200,
  }),
  update: endpoint({
    method: "PUT",
    path: "/v1/webhooks/{id}/settings",
    summary: "Change webhook settings",
    description:
      "Changes the label, pauses or resumes, and sets deadline, concurrency, rate and headers. A member that is left out stays as it is. Deliveries wait while the webhook is paused and are sent when it is resumed, with a probe first if the circuit is open.",
    errors: [40900],
    access: "webhooks:write",
    params: ById,
    body: WebhookSettingsPatch,
    response: WebhookSettings,
    status: 200,
  }),
};
