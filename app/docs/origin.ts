import { headers } from "next/headers";
import { env } from "@/lib/env";

/** The address that commands on the page call: the one by which the page was reached. */
export async function originHere(): Promise<string> {
  const { PUBLIC_URL, PORT } = env();
  if (PUBLIC_URL) return new URL(PUBLIC_URL).origin;
  const host = (await headers()).get("host") ?? "";
  // Whoever writes the header reads the answer, and yet nothing else than a host may stand in a command.
  return `http://${/^[\w.:[\]-]+$/.test(host) ? host : `127.0.0.1:${PORT}`}`;
}
