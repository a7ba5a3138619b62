import { z } from "zod";
import { scopes } from "@/db/enums";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById, Id } from "@/lib/protocol/ids";
import { name, present, Timestamp } from "@/lib/protocol/wire";

const hour = 3600;
const overlaps = [0, hour, 24 * hour, 7 * 24 * hour] as const;

export const ApiKeyDraft = z
  .strictObject({
    name: name("Give the key a name"),
    scopes: z
      .array(z.enum(scopes, { error: `Choose from ${scopes.join(", ")}` }))
      .min(1, "Choose at least one scope")
      .transform((chosen) => [...new Set(chosen)]),
    accountId: Id.nullable().optional().describe("null makes a service key, for every account"),
    expiresAt: z.iso
      .datetime("Give a time such as 2027-01-31T12:00:00Z")
      .refine((text) => Date.parse(text) > Date.now(), "Choose a time to come")
      .optional()
      .describe("Works for ever when left out"),
  })
  .meta({ id: "ApiKeyDraft" });
export type ApiKeyDraft = z.infer<typeof ApiKeyDraft>;

export const ApiKeyRotation = z
  .strictObject({
    overlapSeconds: z
      .literal(overlaps, { error: `Choose from ${overlaps.join(", ")}` })
      .default(24 * hour)
      .describe("How long the old key works too"),
  })
  .meta({ id: "ApiKeyRotation" });
export type ApiKeyRotation = z.output<typeof ApiKeyRotation>;

export const ApiKey = z
  .object({
    id: Id,
    accountId: present(Id).describe("Left out of a service key"),
    name: z.string(),
    scopes: z.array(z.enum(scopes)),
    prefix: z.string(),
    last4: z.string(),
    createdAt: Timestamp,
    expiresAt: present(Timestamp),
    lastUsedAt: present(Timestamp),
    lastUsedFrom: present(z.string()).describe("Where that request came from"),
    createdBy: present(z.string()).describe("Who issued it, by name; left out where nobody knows"),
    replacedBy: present(Id).describe("The key that a rotation put in its place"),
  })
  .meta({ id: "ApiKey" });

export const IssuedApiKey = ApiKey.extend({
  key: z.string().describe("Shown this once; only its hash is kept"),
}).meta({ id: "IssuedApiKey" });

export const apiKeysApi = {
  list: endpoint({
    method: "GET",
    path: "/v1/api-keys",
    summary: "API keys that are not revoked, newest first",
    access: "admin",
    response: z.object({ apiKeys: z.array(ApiKey) }),
    status: 200,
  }),
  issue: endpoint({
    method: "POST",
    path: "/v1/api-keys",
    summary: "Issue a key; the answer is the only place that shows it",
    access: "admin",
    body: ApiKeyDraft,
    response: IssuedApiKey,
    answerIsSecret: true,
    status: 201,
  }),
  rotate: endpoint({
    method: "POST",
    path: "/v1/api-keys/{id}/rotate",
    summary: "Issue a key in place of this one, which works too until the overlap ends",
    access: "admin",
    params: ById,
    body: ApiKeyRotation,
    response: IssuedApiKey,
    answerIsSecret: true,
    status: 200,
  }),
  revoke: endpoint({
    method: "DELETE",
    path: "/v1/api-keys/{id}",
    summary: "Revoke a key at once",
    access: "admin",
    params: ById,
    response: z.void(),
    status: 204,
  }),
};
