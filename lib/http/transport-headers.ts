import { env } from "@/lib/env";
import { isolatedOpener, thisMachine } from "./security-headers";

const isThisMachine = new RegExp(`^(${thisMachine}|\\[::1\\])(:\\d+)?$`, "i");

/**
 * Returns the headers that depend on how a request reached us, which is unknown at build time. A host reached by https
 * gets HSTS.
 */
export function transportHeaders(host = "", protocol = ""): Record<string, string> {
  const isSecure = env().PUBLIC_URL?.startsWith("https:") ?? false;
  return {
    ...(isSecure && { "strict-transport-security": "max-age=31536000" }),
    ...((isSecure || protocol === "https" || isThisMachine.test(host)) && isolatedOpener),
  };
}
