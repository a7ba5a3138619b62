import { type Candidate, fits, isHmac } from "./checker";
import type { SignatureCheck } from "./contract";

/** A request as received. */
export type Received = {
  id: string;
  /** Raw text of the header. */
  timestamp: string;
  signatures: string[];
  body: string;
};
/** Body and timestamps of the event with the request's id, or null when there is none. */
export type Known = { body: string; timestamps: string[] } | null;

type Fault = Pick<SignatureCheck, "reason" | "message">;
type Hypothesis = Fault & { holds(candidate: Candidate): boolean };

/** Returns why no secret fits. Tries the most likely and most precise reasons first. */
export function diagnose(candidates: Candidate[], request: Received, known: Known): Fault {
  const trial = [...hypothesesOf(request), ...changes(request, known)].find(({ holds }) =>
    candidates.some(holds),
  );
  if (trial) return { reason: trial.reason, message: trial.message };
  if (!known) {
    const message = `No event has the webhook-id ${JSON.stringify(request.id.slice(0, 64))}: use the header as received.`;
    return { reason: "wrong_id", message };
  }
  return { reason: "no_match", message: nothingFits };
}

const nothingFits =
  "The signature was made with another secret, or more than one of id, timestamp and body was changed.";

/** Returns the right values combined in a wrong way. */
function hypothesesOf({ id, timestamp, signatures, body }: Received): Hypothesis[] {
  const content = `${id}.${timestamp}.${body}`;
  const key = (secret: string) => Buffer.from(secret.slice(prefix.length), "base64");
  const asText = (secret: string) => [secret, secret.slice(prefix.length)];
  return [
    {
      reason: "body_rewritten",
      message:
        "The signature fits a body with other white space or line ends: verify the bytes as they came, before anything parses them.",
      holds: (one) =>
        rewritten(body).some((text) => fits(one, `${id}.${timestamp}.${text}`, signatures)),
    },
    {
      reason: "content_incomplete",
      message:
        "The signature is of the body without its id or timestamp: sign {id}.{timestamp}.{body}.",
      holds: (one) =>
        [body, `${timestamp}.${body}`, `${id}.${body}`].some((text) => fits(one, text, signatures)),
    },
    {
      reason: "secret_encoding",
      message:
        "The signature was made with the secret's text: decode the part after whsec_ from base64, and use those bytes as the key.",
      holds: ({ secret }) =>
        asText(secret).some((text) => isHmac(text, content, signatures, "base64")),
    },
    {
      reason: "signature_encoding",
      message: "The signature is right but written in hex or base64url: write it in base64.",
      holds: ({ secret }) =>
        (["hex", "base64url"] as const).some((encoding) =>
          isHmac(key(secret), content, signatures, encoding),
        ),
    },
  ];
}
const prefix = "whsec_";

/** Returns single values that differ from those sent. */
function changes({ id, timestamp, signatures, body }: Received, known: Known): Hypothesis[] {
  if (!known) return [];
  return [
    {
      reason: "body_changed",
      message:
        "Id, timestamp and secret are right, but the body differs from the one that was sent.",
      holds: (one) => fits(one, `${id}.${timestamp}.${known.body}`, signatures),
    },
    ...known.timestamps.map(
      (sent): Hypothesis => ({
        reason: "wrong_timestamp",
        message: `The webhook-timestamp is not the one that was signed, which is ${sent}.`,
        holds: (one) => fits(one, `${id}.${sent}.${body}`, signatures),
      }),
    ),
  ];
}

function rewritten(body: string): string[] {
  const texts = [
    body.trim(),
    `${body}\n`,
    body.replaceAll("\r\n", "\n"),
    body.replaceAll("\n", "\r\n"),
  ];
  try {
    texts.push(JSON.stringify(JSON.parse(body)), JSON.stringify(JSON.parse(body), null, 2));
  } catch {
    // Not JSON, so no receiver serialized it again.
  }
  return texts;
}
