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
  if (signatures.length === 0) {
    return malformed("has no part that begins with v1, or v1a, and a comma.");
  }
  const complete = signatures.filter((one) => isComplete.test(one));
  if (complete.length === 0) {
    return malformed("is not complete: v1 is followed by 32 bytes in base64, v1a by 64.");
  }
  if (complete.length > signatureLimit) {
    return malformed(
      `has ${complete.length} signatures: give those of one request, at most ${signatureLimit}.`,
    );
  }
  return { id, timestamp, signatures: complete, body };
}

/** More than the valid secrets of a webhook. */
const signatureLimit = 16;
/** Base64 of as many bytes as a signature has. Other spellings of `v1` are diagnosed, not refused: base64url and hex. */
const isComplete = /^v1,(?:[\w+/-]{43}=?|[\da-f]{64})$|^v1a,[\w+/-]{86}(?:==)?$/i;

function malformed(fault: string): Fault {
  return { reason: "malformed_signature", message: `The webhook-signature ${fault}` };
}

function missing(name: string): Fault {
  return { reason: "missing_header", message: `The request has no header ${name}.` };
}
