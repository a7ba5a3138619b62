import { z } from "zod";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById } from "@/lib/protocol/ids";
import { present, Timestamp } from "@/lib/protocol/wire";
import { overlapSeconds } from "./overlap";

export const WebhookSecret = z
  .object({
    secret: z.string().describe("Standard Webhooks: whsec_ and 32 random bytes in base64"),
    createdAt: Timestamp,
  })
  .meta({ id: "WebhookSecret" });

export const SecretRotation = z.strictObject({ overlapSeconds }).meta({ id: "SecretRotation" });
export type SecretRotation = z.output<typeof SecretRotation>;

/** What signs, and since when; never what it is. */
export const WebhookSecrets = z
  .object({
    secrets: z
      .array(z.object({ createdAt: Timestamp, validUntil: present(Timestamp) }))
      .describe("Newest first; only one that was replaced has an end"),
    signingKey: present(z.object({ publicKey: z.string(), createdAt: Timestamp })).describe(
      "The public half of what v1a signatures are made with",
    ),
  })
  .meta({ id: "WebhookSecrets" });

export const secretsApi = {
  list: endpoint({
    method: "GET",
    path: "/v1/webhooks/{id}/secrets",
    summary: "Which secrets sign and until when, without the secrets",
    access: "webhooks:read",
    params: ById,
    response: WebhookSecrets,
    status: 200,
  }),
  reveal: endpoint({
    method: "GET",
    path: "/v1/webhooks/{id}/secret",
    summary: "Reveal the signing secret; in a session within 15 minutes of typing the password",
    access: "webhooks:secrets",
    params: ById,
    response: WebhookSecret,
    status: 200,
  }),
  rotate: endpoint({
    method: "POST",
    path: "/v1/webhooks/{id}/secret/rotate",
    summary: "Replace the signing secret; the old one signs too until the overlap ends",
    access: "webhooks:secrets",
    params: ById,
    body: SecretRotation,
    response: WebhookSecret,
    answerIsSecret: true,
    status: 200,
  }),
  endOverlap: endpoint({
    method: "DELETE",
    path: "/v1/webhooks/{id}/secret/previous",
    summary: "End the overlap now: only the current secret signs from here on",
    access: "webhooks:secrets",
    params: ById,
    response: z.void(),
    status: 204,
  }),
};
