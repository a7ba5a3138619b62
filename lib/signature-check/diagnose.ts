import { type Candidate, fits, isHmac } from "./checker";
import type { SignatureCheck } from "./contract";

/** A request as its receiver got it. */
export type Received = {
  id: string;
  /** Text as it came. */
  timestamp: string;
  signatures: string[];
  body: string;
};
/** What is known of the event that the id names; null when no event has it. */
export type Known = { body: string; timestamps: string[] } | null;

type Fault = Pick<SignatureCheck, "reason" | "message">;
type Trial = Fault & { holds(candidate: Candidate): boolean };

/** Why none of the secrets fits. What is most likely and most precise is tried first. */
export function diagnose(candidates: Candidate[], request: Received, known: Known): Fault {
  const trial = [...misreadings(request), ...changes(request, known)].find(({ holds }) =>
    candidates.some(holds),
  );
  if (trial) return { reason: trial.reason, message: trial.message };
  if (!known) {
    const message = `No event has the webhook-id ${JSON.stringify(request.id.slice(0, 64))}: take the header as it came.`;
    return { reason: "wrong_id", message };
  }
  return { reason: "no_match", message: nothingFits };
}

const nothingFits =
  "The signature was made with another secret, or more than one of id, timestamp and body was changed.";

/** The right values, put together in a way that is not the right one. */
function misreadings({ id, timestamp, signatures, body }: Received): Trial[] {
  const content = `${id}.${timestamp}.${body}`;
  const key = (secret: string) => Buffer.from(secret.slice(prefix.length), "base64");
  const asText = (secret: string) => [secret, secret.slice(prefix.length)];
  return [
    {
      reason: "body_rewritten",
      message:
        "The signature fits when white space or line ends of the body are written otherwise: verify the bytes as they came, before anything parses them.",
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
        "The signature was made with the secret's text: decode what stands after whsec_ from base64, and use those bytes as the key.",
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

/** One value that is not what was sent, told by what was. */
function changes({ id, timestamp, signatures, body }: Received, known: Known): Trial[] {
  if (!known) return [];
  return [
    {
      reason: "body_changed",
      message: "Id, timestamp and secret are right, but the body is not the one that was sent.",
      holds: (one) => fits(one, `${id}.${timestamp}.${known.body}`, signatures),
    },
    ...known.timestamps.map(
      (sent): Trial => ({
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
    // No JSON, so nobody wrote it again as such.
  }
  return texts;
}
