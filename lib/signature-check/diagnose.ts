import { depthLimit, measure } from "@/lib/protocol/json-text";
import type { Candidate, Checker } from "./checker";
import type { SignatureCheck } from "./contract";

/** A request as received. */
export type Received = {
  id: string;
  /** Raw text of the header. */
  timestamp: string;
  /** Complete signatures, few enough to try each. */
  signatures: string[];
  body: string;
};
/** Body and timestamps of the event with the request's id, or null when there is none. */
export type Known = { body: string; timestamps: string[] } | null;

type Fault = Pick<SignatureCheck, "reason" | "message">;
type Hypothesis = Fault & {
  /** Contents that may have been signed. */
  contents(): string[];
  /** Returns whether one was signed. By default with the candidate's key, in base64. */
  fits?(checker: Checker, candidate: Candidate, content: Buffer): boolean;
};

/** Returns why no secret fits. Tries the most likely and most precise reasons first. */
export function diagnose(
  candidates: Candidate[],
  request: Received,
  known: Known,
  checker: Checker,
): Fault {
  const right = [...hypothesesOf(request), ...changes(request, known)].find((one) =>
    holds(one, candidates, checker),
  );
  if (right) return { reason: right.reason, message: right.message };
  if (!known) {
    const message = `No event has the webhook-id ${JSON.stringify(request.id.slice(0, 64))}: use the header as received.`;
    return { reason: "wrong_id", message };
  }
  return { reason: "no_match", message: checker.isSpent ? tooLarge : nothingFits };
}

const nothingFits =
  "The signature was made with another secret, or more than one of id, timestamp and body was changed.";
const tooLarge =
  "No secret fits, and the request is too large to try every known mistake: repeat the check with a smaller body and one signature.";

function holds({ contents, fits }: Hypothesis, candidates: Candidate[], checker: Checker): boolean {
  return contents().some((text) => {
    if (checker.isSpent) return false;
    const content = Buffer.from(text);
    return candidates.some((one) =>
      fits ? fits(checker, one, content) : checker.fits(one, content),
    );
  });
}

/** Returns the right values combined in a wrong way. */
function hypothesesOf({ id, timestamp, body }: Received): Hypothesis[] {
  const contents = () => [`${id}.${timestamp}.${body}`];
  return [
    {
      reason: "body_rewritten",
      message:
        "The signature fits a body with other white space or line ends: verify the bytes as they came, before anything parses them.",
      contents: () => rewritten(body).map((text) => `${id}.${timestamp}.${text}`),
    },
    {
      reason: "content_incomplete",
      message:
        "The signature is of the body without its id or timestamp: sign {id}.{timestamp}.{body}.",
      contents: () => [body, `${timestamp}.${body}`, `${id}.${body}`],
    },
    {
      reason: "secret_encoding",
      message:
        "The signature was made with the secret's text: decode the part after whsec_ from base64, and use those bytes as the key.",
      contents,
      fits: (checker, { text }, content) =>
        text !== undefined &&
        [text, text.slice(prefix.length)].some((key) => checker.isHmac(key, content, ["base64"])),
    },
    {
      reason: "signature_encoding",
      message: "The signature is right but written in hex or base64url: write it in base64.",
      contents,
      fits: (checker, { key }, content) =>
        key?.type === "secret" && checker.isHmac(key, content, ["hex", "base64url"]),
    },
  ];
}
const prefix = "whsec_";

/** Returns single values that differ from those sent. */
function changes({ id, timestamp, body }: Received, known: Known): Hypothesis[] {
  if (!known) return [];
  if (known.body !== body) {
    return [
      {
        reason: "body_changed",
        message:
          "Id, timestamp and secret are right, but the body differs from the one that was sent.",
        contents: () => [`${id}.${timestamp}.${known.body}`],
      },
    ];
  }
  return known.timestamps.map((sent) => ({
    reason: "wrong_timestamp",
    message: `The webhook-timestamp is not the one that was signed, which is ${sent}.`,
    contents: () => [`${id}.${sent}.${body}`],
  }));
}

/** Longer bodies are not serialized again: each of many brackets could become a line with deep indentation. */
const serializedLimit = 32 * 1024;

/** Returns other spellings of a body. */
function rewritten(body: string): string[] {
  const texts = [
    body.trim(),
    `${body}\n`,
    body.replaceAll("\r\n", "\n"),
    body.replaceAll("\n", "\r\n"),
    ...serialized(body),
  ];
  return [...new Set(texts)].filter((text) => text !== body);
}

function serialized(body: string): string[] {
  if (body.length > serializedLimit || measure(body).depth > depthLimit) return [];
  try {
    const value = JSON.parse(body);
    return [JSON.stringify(value), JSON.stringify(value, null, 2)];
  } catch {
    // Not JSON, so no receiver serialized it again.
    return [];
  }
}
