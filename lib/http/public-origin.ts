import { env } from "@/lib/env";

/** Returns the origin by which an installation is reached: `PUBLIC_URL`, or the `Host` of a request. */
export function publicOrigin(host: string | null | undefined): string {
  const { PUBLIC_URL } = env();
  if (PUBLIC_URL) return new URL(PUBLIC_URL).origin;
  // The host header is untrusted; only a plain host may appear in a command.
  return `http://${host && /^[\w.:[\]-]+$/.test(host) ? host : `127.0.0.1:${env().PORT}`}`;
}
