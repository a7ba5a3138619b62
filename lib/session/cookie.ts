import { env } from "@/lib/env";

const sevenDays = 7 * 24 * 60 * 60;
/** Lifetime of the device cookie. Browsers keep no cookie for much longer than a year. */
export const deviceSeconds = 180 * 24 * 60 * 60;

function secure(): boolean {
  return env().PUBLIC_URL?.startsWith("https:") ?? false;
}

/** Returns the name of the session cookie. Browsers accept `__Host-` cookies only over https. */
export function cookieName(): string {
  return secure() ? "__Host-postback_session" : "postback_session";
}

/** Returns the name of the device cookie, which identifies a browser after its sessions have ended; see `device.ts`. */
function deviceCookieName(): string {
  return secure() ? "__Host-postback_device" : "postback_device";
}

export function sessionCookie(token: string): string {
  return cookie(cookieName(), token, sevenDays);
}

export function endedCookie(): string {
  return cookie(cookieName(), "", 0);
}

export function deviceCookie(token: string): string {
  return cookie(deviceCookieName(), token, deviceSeconds);
}

/** Returns the session token in a `Cookie` header. */
export function sessionTokenIn(header: string | null): string | undefined {
  return valueIn(header, cookieName());
}

export function deviceTokenIn(header: string | null): string | undefined {
  return valueIn(header, deviceCookieName());
}

function valueIn(header: string | null, name: string): string | undefined {
  const start = `${name}=`;
  const pair = header?.split(/; */).find((candidate) => candidate.startsWith(start));
  return pair?.slice(start.length) || undefined;
}

function cookie(name: string, value: string, maxAge: number): string {
  const attributes = ["Path=/", "HttpOnly", "SameSite=Lax", `Max-Age=${maxAge}`];
  return [`${name}=${value}`, ...attributes, ...(secure() ? ["Secure"] : [])].join("; ");
}
