import type { Environment } from "@/lib/env";
import { type Cidr, parseCidr } from "./ip";

/** What this installation lets callbacks reach beyond the public internet, over which scheme, and by which way. */
export type TargetPolicy = { allowed: Cidr[]; httpsOnly: boolean; proxy: URL | null };

type Settings = Pick<
  Environment,
  "ALLOW_PRIVATE_CIDRS" | "CALLBACK_HTTPS_ONLY" | "EGRESS_PROXY_URL"
>;

/** @throws Error naming the range that cannot be read. */
export function targetPolicy(settings: Settings): TargetPolicy {
  const ranges = settings.ALLOW_PRIVATE_CIDRS.split(",").map((range) => range.trim());
  return {
    allowed: ranges.filter(Boolean).map(readRange),
    httpsOnly: settings.CALLBACK_HTTPS_ONLY,
    proxy: settings.EGRESS_PROXY_URL ? new URL(settings.EGRESS_PROXY_URL) : null,
  };
}

function readRange(text: string): Cidr {
  try {
    return parseCidr(text);
  } catch (error) {
    throw new Error(`ALLOW_PRIVATE_CIDRS: ${(error as Error).message}.`);
  }
}
