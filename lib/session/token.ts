import { createHash, randomBytes } from "node:crypto";

/** Returns 256 random bits, for a cookie or a setup link. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
