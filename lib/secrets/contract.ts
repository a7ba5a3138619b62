import { z } from "zod";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById } from "@/lib/protocol/ids";
import { Timestamp } from "@/lib/protocol/wire";

export const WebhookSecret = z
  .object({
    secret: z.string().describe("Standard Webhooks: whsec_ and 32 random bytes in base64"),
    createdAt: Timestamp,
  })
  .meta({ id: "WebhookSecret" });

export const secretsApi = {
  reveal: endpoint({
    method: "GET",
    path: "/v1/webhooks/{id}/secret",
    summary: "Reveal the signing secret",
    access: "webhooks:secrets",
    params: ById,
    response: WebhookSecret,
    status: 200,
  }),
};
