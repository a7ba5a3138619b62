import { createHash, timingSafeEqual } from "node:crypto";

/** Whether an `Authorization` header bears the token; it takes as long for any other. */
export function allows(token: string, header: string | null | undefined): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(`Bearer ${token}`), digest(header ?? ""));
}
