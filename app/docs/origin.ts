import { headers } from "next/headers";
import { env } from "@/lib/env";

/** Returns the origin for commands on the page: the one by which the page was requested. */
export async function originHere(): Promise<string> {
  const { PUBLIC_URL, PORT } = env();
  if (PUBLIC_URL) return new URL(PUBLIC_URL).origin;
  const host = (await headers()).get("host") ?? "";
  // The host header is untrusted; only a plain host may appear in a command.
  return `http://${/^[\w.:[\]-]+$/.test(host) ? host : `127.0.0.1:${PORT}`}`;
}
