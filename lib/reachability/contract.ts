import * as z from "zod";
import { CallbackUrl, callbackUrlBodyLimit } from "@/lib/protocol/callback-url";
import { endpoint } from "@/lib/protocol/endpoint";
import { present } from "@/lib/protocol/wire";

/** Results of a test request to a callback URL. */
const findings = [
  "answered",
  "inbox",
  "redirect",
  "error",
  "dns",
  "connect",
  "tls",
  "timeout",
  "blocked",
  "internal",
] as const;

const ReachabilityCheckDraft = z
  .strictObject({ callbackUrl: CallbackUrl })
  .meta({ id: "ReachabilityCheckDraft" });

export const ReachabilityCheck = z
  .object({
    finding: z.enum(findings).describe("Result of the check"),
    reachable: z
      .boolean()
      .meta({ description: "Deliveries would be accepted now", examples: [true] }),
    message: z.string().meta({
      description: "Explanation in one sentence, with what to do",
      examples: ["The receiver is reached, TLS works, and it answered 204 to OPTIONS."],
    }),
    statusCode: present(z.int().meta({ examples: [204] })).describe(
      "Status of the response to OPTIONS",
    ),
  })
  .meta({ id: "ReachabilityCheck" });
export type ReachabilityCheck = z.output<typeof ReachabilityCheck>;

export const reachabilityApi = {
  check: endpoint({
    method: "POST",
    path: "/v1/reachability-check",
    summary: "Check a callback URL",
    description:
      "Sends OPTIONS to a callback URL the way a delivery would be sent, and returns whether it can be reached. Of the response only the status is returned.",
    errors: [40002],
    access: "webhooks:write",
    body: ReachabilityCheckDraft,
    bodyLimit: callbackUrlBodyLimit,
    dbTimeoutMs: 15_000,
    response: ReachabilityCheck,
    load: "outside",
    status: 200,
  }),
};
