import type { Environment } from "@/lib/env";
import { type Cidr, parseCidr } from "./ip";
import { type PortRange, parsePorts } from "./ports";

/** What this installation lets callbacks reach beyond the public internet, over which scheme, and by which way. */
export type TargetPolicy = {
  allowed: Cidr[];
  ports: PortRange[];
  httpsOnly: boolean;
  proxy: URL | null;
};

type Settings = Pick<
  Environment,
  "ALLOW_PRIVATE_CIDRS" | "CALLBACK_HTTPS_ONLY" | "EGRESS_PROXY_URL"
> &
  Partial<Pick<Environment, "CALLBACK_PORTS">>;

const usualPorts = "80,443,1024-65535";

/** @throws Error naming the range that cannot be read. */
export function targetPolicy(settings: Settings): TargetPolicy {
  const ranges = settings.ALLOW_PRIVATE_CIDRS.split(",").map((range) => range.trim());
  return {
    allowed: ranges.filter(Boolean).map(readRange),
    ports: readPorts(settings.CALLBACK_PORTS ?? usualPorts),
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

function readPorts(text: string): PortRange[] {
  try {
    return parsePorts(text);
  } catch (error) {
    throw new Error(`CALLBACK_PORTS: ${(error as Error).message}.`);
  }
}
