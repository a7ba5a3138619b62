/** How a receiver in Node checks a delivery; no package needed. */
export const verifyInNode = `import { createHmac, timingSafeEqual } from "node:crypto";

/** rawBody: the request's bytes as they came, before any JSON parsing. */
export function isFromPostback(headers, rawBody, secret = process.env.WEBHOOK_SECRET) {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  const sent = headers["webhook-signature"] ?? "";
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!id || !(age <= 300)) return false;

  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(\`\${id}.\${timestamp}.\${rawBody}\`).digest();
  // Several signatures may be sent while a secret is being rotated; one must fit.
  return sent.split(" ").some((part) => {
    const signature = Buffer.from(part.replace(/^v1,/, ""), "base64");
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}
`;
