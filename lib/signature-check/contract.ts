import * as z from "zod";
import { endpoint } from "@/lib/protocol/endpoint";
import { Id } from "@/lib/protocol/ids";

const headerLimit = 200;

/** Headers by name. Many are refused before each is validated, which would take longer than the check itself. */
const Headers = z
  .unknown()
  .refine(
    (headers) => typeof headers !== "object" || Object.keys(headers ?? {}).length <= headerLimit,
    { error: `Give at most ${headerLimit} headers` },
  )
  .pipe(z.record(z.string(), z.string({ error: "Give the value as text" })))
  .meta({
    type: "object",
    additionalProperties: { type: "string" },
    maxProperties: headerLimit,
    description:
      "Headers as received, at least the three that begin with webhook-; at most 16 signatures",
  });

export const SignatureCheckDraft = z
  .strictObject({
    secret: z
      .string()
      .max(200, "Use at most 200 characters")
      .regex(/^(?:whsec_|whpk_)[A-Za-z0-9+/]{20,}={0,2}$/, {
        error: "Give a secret that begins with whsec_, or a public key that begins with whpk_",
      })
      .optional()
      .describe("Signing secret (whsec_…), or public key (whpk_…)"),
    webhookId: Id.optional().describe(
      "In place of a secret: tries all valid secrets of this webhook",
    ),
    headers: Headers,
    body: z.string().describe("The body as received, byte for byte"),
  })
  .refine((draft) => (draft.secret === undefined) !== (draft.webhookId === undefined), {
    error: "Give either a secret or a webhookId",
    path: ["secret"],
  })
  .meta({
    id: "SignatureCheckDraft",
    examples: [{ secret: `whsec_${"MfKQ".repeat(8)}`, headers: {}, body: "" }],
  });
export type SignatureCheckDraft = z.infer<typeof SignatureCheckDraft>;

/** Reasons why no secret fits. */
export const reasons = [
  "missing_header",
  "malformed_timestamp",
  "malformed_signature",
  "wrong_id",
  "wrong_timestamp",
  "body_changed",
  "body_rewritten",
  "content_incomplete",
  "secret_encoding",
  "signature_encoding",
  "no_match",
] as const;

export const SignatureCheck = z
  .object({
    valid: z.boolean().describe("A secret fits"),
    secret: z
      .enum(["given", "current", "previous", "signing_key"])
      .nullable()
      .describe("The secret that fits; null when none does"),
    reason: z.enum(reasons).nullable().describe("Reason why none fits; null when one does"),
    message: z.string().describe("Explanation in one sentence, with what to do"),
  })
  .meta({ id: "SignatureCheck" });
export type SignatureCheck = z.output<typeof SignatureCheck>;

export const signatureCheckApi = {
  check: endpoint({
    method: "POST",
    path: "/v1/signature-check",
    summary: "Check a signature",
    description:
      "Takes a request as it arrived and returns which secret signed it, or why no secret fits. Give a secret, or a webhookId to try every secret that is valid for that webhook.",
    errors: [40400],
    access: "webhooks:read",
    isRepeatable: true,
    body: SignatureCheckDraft,
    // The body of a delivery plus its JSON escapes.
    bodyLimit: 512 * 1024,
    response: SignatureCheck,
    status: 200,
  }),
};
