import { createHash, timingSafeEqual } from "node:crypto";

/** Returns whether an `Authorization` header has the token. Takes constant time. */
export function allows(token: string, header: string | null | undefined): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(`Bearer ${token}`), digest(header ?? ""));
}
