/** Verifies a delivery in Node; no package needed. */
export const verifyInNode = `import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * headers: those of node:http or Express; of a fetch Request, Object.fromEntries(request.headers).
 * rawBody: the request's bytes as they arrived, before any JSON parsing.
 * Throws when the secret is missing or malformed: anybody could sign with an empty one.
 */
export function isFromPostback(headers, rawBody, secret = process.env.WEBHOOK_SECRET) {
  const key = keyOf(secret);
  const id = headers["webhook-id"] ?? "";
  const timestamp = headers["webhook-timestamp"] ?? "";
  if (!id || !/^[0-9]{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;

  const hmac = createHmac("sha256", key).update(\`\${id}.\${timestamp}.\`).update(rawBody);
  const expected = Buffer.from(\`v1,\${hmac.digest("base64")}\`);
  // While a secret is being rotated there are several signatures; one must match.
  return (headers["webhook-signature"] ?? "").split(" ").some((part) => {
    const sent = Buffer.from(part);
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  });
}

function keyOf(secret) {
  const [, base64] = /^whsec_([A-Za-z0-9+/]{32,}={0,2})$/.exec(secret ?? "") ?? [];
  if (!base64) throw new Error("The secret must be whsec_ and at least 24 bytes in base64.");
  return Buffer.from(base64, "base64");
}
`;

/** Verifies the public-key signature of a delivery in Node; no package needed. */
export const verifyKeyInNode = `import { createPublicKey, verify } from "node:crypto";

/**
 * headers: those of node:http or Express; of a fetch Request, Object.fromEntries(request.headers).
 * rawBody: the request's bytes as they arrived, before any JSON parsing.
 * Throws when the public key is missing or malformed.
 */
export function isFromPostback(headers, rawBody, publicKey = process.env.WEBHOOK_PUBLIC_KEY) {
  const key = keyOf(publicKey);
  const id = headers["webhook-id"] ?? "";
  const timestamp = headers["webhook-timestamp"] ?? "";
  if (!id || !/^[0-9]{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;

  const content = Buffer.concat([Buffer.from(\`\${id}.\${timestamp}.\`), Buffer.from(rawBody)]);
  // v1 signatures stand beside it and are ignored here.
  return (headers["webhook-signature"] ?? "").split(" ").some((part) => {
    if (!part.startsWith("v1a,")) return false;
    return verify(null, content, key, Buffer.from(part.slice(4), "base64"));
  });
}

function keyOf(publicKey) {
  const [, base64] = /^whpk_([A-Za-z0-9+/]{43}=)$/.exec(publicKey ?? "") ?? [];
  if (!base64) throw new Error("The public key must be whpk_ and 32 bytes in base64.");
  // Ed25519 as SubjectPublicKeyInfo: a fixed beginning and the 32 bytes.
  const prefix = Buffer.from("302a300506032b6570032100", "hex");
  const der = Buffer.concat([prefix, Buffer.from(base64, "base64")]);
  return createPublicKey({ key: der, format: "der", type: "spki" });
}
`;
