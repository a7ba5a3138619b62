import * as z from "zod";
import { scopes } from "@/db/enums";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById, Id } from "@/lib/protocol/ids";
import { OptionalPageQuery } from "@/lib/protocol/paging";
import { isInRange, timeRange } from "@/lib/protocol/times";
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
    accountId: Id.nullable()
      .optional()
      .describe(
        "null creates a service key, for all accounts; with the key of one account, a key of that account",
      ),
    expiresAt: z.iso
      .datetime({ offset: true, error: "Give a time such as 2027-01-31T12:00:00Z", abort: true })
      .refine((text) => Date.parse(text) > Date.now(), {
        error: "Choose a time to come",
        abort: true,
      })
      .refine((text) => isInRange(new Date(text)), timeRange)
      .optional()
      .describe("Never expires when left out"),
  })
  .meta({ id: "ApiKeyDraft" });
export type ApiKeyDraft = z.infer<typeof ApiKeyDraft>;

export const ApiKeyRotation = z
  .strictObject({
    overlapSeconds: z
      .literal(overlaps, { error: `Choose from ${overlaps.join(", ")}` })
      .default(24 * hour)
      .describe("How long the old key stays valid"),
  })
  .meta({ id: "ApiKeyRotation" });
export type ApiKeyRotation = z.output<typeof ApiKeyRotation>;

const ApiKey = z
  .object({
    id: Id,
    accountId: present(Id).describe("Left out for a service key"),
    name: z.string(),
    scopes: z.array(z.enum(scopes)),
    prefix: z.string().describe("First characters of the key"),
    last4: z.string().describe("Last four characters of the key"),
    createdAt: Timestamp,
    expiresAt: present(Timestamp),
    lastUsedAt: present(Timestamp),
    lastUsedFrom: present(z.string()).describe("Client address of the last request"),
    createdBy: present(z.string()).describe("Name of the creator; left out when unknown"),
    replacedBy: present(Id).describe("The key that replaced it in a rotation"),
  })
  .meta({ id: "ApiKey" });

const IssuedApiKey = ApiKey.extend({
  key: z.string().describe("The key. It is shown once; only its hash is stored"),
}).meta({ id: "IssuedApiKey" });

const ApiKeyList = z
  .object({ apiKeys: z.array(ApiKey), nextCursor: z.string().optional() })
  .meta({ id: "ApiKeyList" });

/** Keys of an account that are not revoked, expired ones included: what a list without pages returns. */
export const keyLimit = 5000;

export const apiKeysApi = {
  list: endpoint({
    method: "GET",
    path: "/v1/api-keys",
    summary: "List API keys",
    description:
      "Returns the keys that are not revoked, newest first; all of them, or pages with limit. The keys themselves are not shown.",
    access: "admin",
    query: z.object({
      account: Id.optional().describe("For callers with several accounts; leaves out service keys"),
      ...OptionalPageQuery,
    }),
    response: ApiKeyList,
    status: 200,
  }),
  issue: endpoint({
    method: "POST",
    path: "/v1/api-keys",
    summary: "Create an API key",
    description:
      "Creates a key with scopes for one account, or for every account when accountId is null. A caller with the scope admin may give every scope, also one that it lacks. Only this response shows the key.",
    errors: [40901],
    access: "admin",
    needsPassword: true,
    body: ApiKeyDraft,
    response: IssuedApiKey,
    answerIsSecret: true,
    status: 201,
  }),
  read: endpoint({
    method: "GET",
    path: "/v1/api-keys/{id}",
    summary: "Read an API key",
    description:
      "Returns a key that is not revoked, as the list does. The key itself is not shown.",
    access: "admin",
    params: ById,
    response: ApiKey,
    status: 200,
  }),
  rotate: endpoint({
    method: "POST",
    path: "/v1/api-keys/{id}/rotate",
    summary: "Rotate an API key",
    description:
      "Creates a key that replaces this one. The old key works as well until the overlap ends. Only this response shows the new key.",
    errors: [40900, 40901],
    access: "admin",
    needsPassword: true,
    params: ById,
    body: ApiKeyRotation,
    response: IssuedApiKey,
    answerIsSecret: true,
    status: 200,
  }),
  revoke: endpoint({
    method: "DELETE",
    path: "/v1/api-keys/{id}",
    summary: "Revoke an API key",
    description: "Ends a key at once. It can be restored within five minutes.",
    access: "admin",
    params: ById,
    response: z.void(),
    status: 204,
  }),
  restore: endpoint({
    method: "POST",
    path: "/v1/api-keys/{id}/restore",
    summary: "Restore a revoked API key",
    description:
      "Makes a key valid again that was revoked within the last five minutes. Answers 404 for every other key.",
    errors: [40901],
    access: "admin",
    needsPassword: true,
    params: ById,
    response: ApiKey,
    status: 200,
  }),
};
