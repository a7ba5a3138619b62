import { z } from "zod";
import { endpoint } from "@/lib/protocol/endpoint";
import { Id } from "@/lib/protocol/ids";

export const SignatureCheckDraft = z
  .strictObject({
    secret: z
      .string()
      .regex(/^(?:whsec_|whpk_)[A-Za-z0-9+/]{20,}={0,2}$/, {
        error: "Give a secret that begins with whsec_, or a public key that begins with whpk_",
      })
      .optional(),
    webhookId: Id.optional().describe("Instead of a secret: all that are valid for this webhook"),
    headers: z
      .record(z.string(), z.string({ error: "Give the value as text" }))
      .describe("Those of the request as it came, at least the three that begin with webhook-"),
    body: z.string().describe("The body as it came, byte for byte"),
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

/** Why no secret fits, as far as it can be told. */
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
    valid: z.boolean(),
    secret: z
      .enum(["given", "current", "previous", "signing_key"])
      .nullable()
      .describe("Which one fits; null when none does"),
    reason: z.enum(reasons).nullable().describe("Why none fits; null when one does"),
    message: z.string().describe("The same in a sentence, with what to do"),
  })
  .meta({ id: "SignatureCheck" });
export type SignatureCheck = z.output<typeof SignatureCheck>;

export const signatureCheckApi = {
  check: endpoint({
    method: "POST",
    path: "/v1/signature-check",
    summary: "Tell which secret a request was signed with, or why none fits",
    access: "webhooks:read",
    body: SignatureCheckDraft,
    // A delivery's body, with what JSON adds to it.
    bodyLimit: 512 * 1024,
    response: SignatureCheck,
    status: 200,
  }),
};
