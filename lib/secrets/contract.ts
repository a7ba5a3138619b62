import * as z from "zod";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById } from "@/lib/protocol/ids";
import { present, Timestamp } from "@/lib/protocol/wire";
import { overlapSeconds } from "./overlap";

const WebhookSecret = z
  .object({
    secret: z.string().describe("Standard Webhooks: whsec_ and 32 random bytes in base64"),
    createdAt: Timestamp,
  })
  .meta({ id: "WebhookSecret" });

export const SecretRotation = z.strictObject({ overlapSeconds }).meta({ id: "SecretRotation" });
export type SecretRotation = z.output<typeof SecretRotation>;

const SigningSecret = z
  .object({
    createdAt: Timestamp,
    validUntil: present(Timestamp).describe("End of its overlap; left out for the current one"),
  })
  .meta({ id: "SigningSecret" });

/** Asymmetric signatures of Standard Webhooks: a holder of the public key can verify and cannot sign. */
export const SigningKey = z
  .object({
    publicKey: z.string().describe("Ed25519: whpk_ and 32 bytes in base64"),
    createdAt: Timestamp,
  })
  .meta({ id: "SigningKey" });

/** Signing secrets of a webhook with their times, without their values. */
const WebhookSecrets = z
  .object({
    secrets: z.array(SigningSecret).describe("Newest first; only replaced secrets have an end"),
    signingKey: present(SigningKey).describe("Verifies v1a signatures; left out when not enabled"),
  })
  .meta({ id: "WebhookSecrets" });

export const secretsApi = {
  list: endpoint({
    method: "GET",
    path: "/v1/webhooks/{id}/secrets",
    summary: "List signing secrets",
    description:
      "Returns the creation and end times of each valid secret, newest first. The secrets themselves are not shown.",
    access: "webhooks:read",
    params: ById,
    response: WebhookSecrets,
    status: 200,
  }),
  reveal: endpoint({
    method: "GET",
    path: "/v1/webhooks/{id}/secret",
    summary: "Reveal the signing secret",
    description:
      "Returns the current signing secret. A session must have confirmed its password within the last 15 minutes. The audit log records the request.",
    errors: [40900],
    access: "webhooks:secrets",
    needsPassword: "unless just created",
    params: ById,
    response: WebhookSecret,
    status: 200,
  }),
  rotate: endpoint({
    method: "POST",
    path: "/v1/webhooks/{id}/secret/rotate",
    summary: "Rotate the signing secret",
    description:
      "Makes a new signing secret. The old one signs as well until the overlap ends, so that receivers can change over. At most ten secrets are valid at once.",
    errors: [40901],
    access: "webhooks:secrets",
    needsPassword: true,
    params: ById,
    body: SecretRotation,
    response: WebhookSecret,
    answerIsSecret: true,
    status: 200,
  }),
  endOverlap: endpoint({
    method: "DELETE",
    path: "/v1/webhooks/{id}/secret/previous",
    summary: "End the secret overlap",
    description: "Ends the overlap of a rotation now. From here on only the current secret signs.",
    access: "webhooks:secrets",
    params: ById,
    response: z.void(),
    status: 204,
  }),
};
