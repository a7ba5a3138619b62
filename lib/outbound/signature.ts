import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";

type Signable = {
  /** Every valid secret, newest first. */
  secrets: string[];
  id: string;
  /** Unix seconds. */
  timestamp: number;
  body: string;
};

/** The `webhook-signature` header of Standard Webhooks 1.0.0: one signature for each valid secret. */
export function sign({ secrets, id, timestamp, body }: Signable): string {
  const content = `${id}.${timestamp}.${body}`;
  return secrets.map((secret) => `v1,${hmac(secret, content)}`).join(" ");
}

export function newSecret(): string {
  return prefix + randomBytes(32).toString("base64");
}

function hmac(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(prefix.length), "base64");
  return createHmac("sha256", key).update(content).digest("base64");
}
