import { z } from "zod";
import { CallbackUrl } from "@/lib/protocol/callback-url";
import { endpoint } from "@/lib/protocol/endpoint";
import { present } from "@/lib/protocol/wire";

/** What a look at a callback URL came to. */
export const findings = [
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

export const ReachabilityCheckDraft = z
  .strictObject({ callbackUrl: CallbackUrl })
  .meta({ id: "ReachabilityCheckDraft" });

export const ReachabilityCheck = z
  .object({
    finding: z.enum(findings),
    reachable: z.boolean().describe("Deliveries would arrive there as things are"),
    message: z.string().describe("The finding in a sentence, with what to do"),
    statusCode: present(z.int()).describe("What OPTIONS was answered"),
  })
  .meta({ id: "ReachabilityCheck" });
export type ReachabilityCheck = z.output<typeof ReachabilityCheck>;

export const reachabilityApi = {
  check: endpoint({
    method: "POST",
    path: "/v1/reachability-check",
    summary:
      "Try to reach a callback URL as a delivery would, with OPTIONS; nothing of the answer but its status is told",
    access: "webhooks:write",
    body: ReachabilityCheckDraft,
    patienceMs: 15_000,
    response: ReachabilityCheck,
    status: 200,
  }),
};
