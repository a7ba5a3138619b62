import * as z from "zod";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById } from "@/lib/protocol/ids";
import { SigningKey } from "@/lib/secrets/contract";

const path = "/v1/webhooks/{id}/signing-key";

export const signingKeysApi = {
  read: endpoint({
    method: "GET",
    path,
    summary: "Read the public signing key",
    description:
      "Returns the public key that verifies v1a (Ed25519) signatures. Answers 404 when v1a is not enabled for the webhook.",
    access: "webhooks:read",
    params: ById,
    response: SigningKey,
    status: 200,
  }),
  enable: endpoint({
    method: "PUT",
    path,
    summary: "Enable v1a signatures",
    description:
      "Adds a v1a (Ed25519) signature beside v1 to every delivery of the webhook. An existing key stays.",
    access: "webhooks:secrets",
    params: ById,
    response: SigningKey,
    status: 200,
  }),
  disable: endpoint({
    method: "DELETE",
    path,
    summary: "Disable v1a signatures",
    description:
      "Removes the signing key of the webhook. Deliveries carry v1 alone. Enabling again makes another key.",
    access: "webhooks:secrets",
    params: ById,
    response: z.void(),
    status: 204,
  }),
};
