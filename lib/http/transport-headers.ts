import { env } from "@/lib/env";

/** What is reached by https stays so. A build cannot know the address: whoever answers says it. */
export function transportHeaders(): Record<string, string> {
  const isSecure = env().PUBLIC_URL?.startsWith("https:") ?? false;
  return isSecure ? { "strict-transport-security": "max-age=31536000" } : {};
}
