import { env } from "@/lib/env";
import { apart, thisMachine } from "./security-headers";

const isThisMachine = new RegExp(`^(${thisMachine}|\\[::1\\])(:\\d+)?$`, "i");

/**
 * What depends on how we are reached, which a build cannot know: whoever answers says it. What is reached by https
 * stays so.
 */
export function transportHeaders(host = "", protocol = ""): Record<string, string> {
  const isSecure = env().PUBLIC_URL?.startsWith("https:") ?? false;
  return {
    ...(isSecure && { "strict-transport-security": "max-age=31536000" }),
    ...((isSecure || protocol === "https" || isThisMachine.test(host)) && apart),
  };
}
