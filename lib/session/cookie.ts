import { env } from "@/lib/env";

const sevenDays = 7 * 24 * 60 * 60;

function secure(): boolean {
  return env().PUBLIC_URL?.startsWith("https:") ?? false;
}

/** Browsers hold `__Host-` cookies to https; on plain http nobody could sign in with one. */
export function cookieName(): string {
  return secure() ? "__Host-postback_session" : "postback_session";
}

export function sessionCookie(token: string): string {
  return cookie(token, sevenDays);
}

export function endedCookie(): string {
  return cookie("", 0);
}

/** The token a `Cookie` header brings. */
export function sessionTokenIn(header: string | null): string | undefined {
  const start = `${cookieName()}=`;
  const pair = header?.split(/; */).find((candidate) => candidate.startsWith(start));
  return pair?.slice(start.length) || undefined;
}

function cookie(value: string, maxAge: number): string {
  const attributes = ["Path=/", "HttpOnly", "SameSite=Lax", `Max-Age=${maxAge}`];
  return [`${cookieName()}=${value}`, ...attributes, ...(secure() ? ["Secure"] : [])].join("; ");
}
