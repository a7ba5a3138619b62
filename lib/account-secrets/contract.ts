import * as z from "zod";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById } from "@/lib/protocol/ids";
import { Timestamp } from "@/lib/protocol/wire";
import { overlapSeconds } from "@/lib/secrets/overlap";

const AccountSecret = z
  .object({
    secret: z.string().describe("Standard Webhooks: whsec_ and 32 random bytes in base64"),
    createdAt: Timestamp,
  })
  .meta({ id: "AccountSecret" });

export const AccountSecretRotation = z
  .strictObject({ overlapSeconds })
  .meta({ id: "AccountSecretRotation" });
export type AccountSecretRotation = z.output<typeof AccountSecretRotation>;

export const accountSecretsApi = {
  reveal: endpoint({
    method: "GET",
    path: "/v1/accounts/{id}/secret",
    summary: "Reveal the account secret",
    description:
      "Returns the secret that signs one-shot callbacks of events. A session must have confirmed its password within the last 15 minutes.",
    errors: [40900],
    access: "webhooks:secrets",
    needsPassword: true,
    params: ById,
    response: AccountSecret,
    status: 200,
  }),
  rotate: endpoint({
    method: "POST",
    path: "/v1/accounts/{id}/secret/rotate",
    summary: "Rotate the account secret",
    description:
      "Makes a new secret for one-shot callbacks. The old one signs as well until the overlap ends. At most ten secrets are valid at once.",
    errors: [40901],
    access: "webhooks:secrets",
    needsPassword: true,
    params: ById,
    body: AccountSecretRotation,
    response: AccountSecret,
    answerIsSecret: true,
    status: 200,
  }),
};
