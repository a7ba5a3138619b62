import { z } from "zod";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById } from "@/lib/protocol/ids";
import { Timestamp } from "@/lib/protocol/wire";

/** Asymmetric signatures of Standard Webhooks: who knows the public half can verify, and cannot sign. */
export const SigningKey = z
  .object({
    publicKey: z.string().describe("Ed25519: whpk_ and 32 bytes in base64"),
    createdAt: Timestamp,
  })
  .meta({ id: "SigningKey" });

const path = "/v1/webhooks/{id}/signing-key";

export const signingKeysApi = {
  read: endpoint({
    method: "GET",
    path,
    summary: "Read the public key that v1a signatures are verified with; 404 while there is none",
    access: "webhooks:read",
    params: ById,
    response: SigningKey,
    status: 200,
  }),
  enable: endpoint({
    method: "PUT",
    path,
    summary: "Sign with v1a (Ed25519) beside v1; a key that there is stays",
    access: "webhooks:secrets",
    params: ById,
    response: SigningKey,
    status: 200,
  }),
  disable: endpoint({
    method: "DELETE",
    path,
    summary: "Sign with v1 alone and forget the key; enabling again makes another",
    access: "webhooks:secrets",
    params: ById,
    response: z.void(),
    status: 204,
  }),
};
