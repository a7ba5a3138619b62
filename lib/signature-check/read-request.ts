import type { SignatureCheck, SignatureCheckDraft } from "./contract";
import type { Received } from "./diagnose";

type Fault = Pick<SignatureCheck, "reason" | "message">;

/** Returns the signed parts of a request, or what is wrong with its headers. */
export function readRequest({ headers, body }: SignatureCheckDraft): Received | Fault {
  const named = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]),
  );
  const id = named.get("webhook-id");
  const timestamp = named.get("webhook-timestamp");
  const signature = named.get("webhook-signature");
  if (!id) return missing("webhook-id");
  if (!timestamp) return missing("webhook-timestamp");
  if (!signature) return missing("webhook-signature");
  if (!/^\d{1,11}$/.test(timestamp)) {
    const message = /^\d{12,}$/.test(timestamp)
      ? "The webhook-timestamp is in milliseconds: it is Unix time in seconds."
      : "The webhook-timestamp is not a number: it is Unix time in seconds.";
    return { reason: "malformed_timestamp", message };
  }
  const signatures = signature.split(/\s+/).filter((one) => /^v1a?,./.test(one));
  if (signatures.length > 0) return { id, timestamp, signatures, body };
  return {
    reason: "malformed_signature",
    message: "The webhook-signature has no part that begins with v1, or v1a, and a comma.",
  };
}

function missing(name: string): Fault {
  return { reason: "missing_header", message: `The request has no header ${name}.` };
}
