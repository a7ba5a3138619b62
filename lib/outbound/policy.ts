import type { Environment } from "@/lib/env";
import { type Cidr, parseCidr } from "./ip";

/** What this installation lets callbacks reach beyond the public internet, and over which scheme. */
export type TargetPolicy = { allowed: Cidr[]; httpsOnly: boolean };

type Settings = Pick<Environment, "ALLOW_PRIVATE_CIDRS" | "CALLBACK_HTTPS_ONLY">;

/** @throws Error naming the range that cannot be read. */
export function targetPolicy(settings: Settings): TargetPolicy {
  const ranges = settings.ALLOW_PRIVATE_CIDRS.split(",").map((range) => range.trim());
  return {
    allowed: ranges.filter(Boolean).map(readRange),
    httpsOnly: settings.CALLBACK_HTTPS_ONLY,
  };
}

function readRange(text: string): Cidr {
  try {
    return parseCidr(text);
  } catch (error) {
    throw new Error(`ALLOW_PRIVATE_CIDRS: ${(error as Error).message}.`);
  }
}
