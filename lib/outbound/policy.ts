import type { Environment } from "@/lib/env";
import { type Cidr, parseCidr } from "./ip";
import { type PortRange, parsePorts } from "./ports";

/** Which targets callbacks may reach beyond the public internet, by which schemes, and through which proxy. */
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

/**
 * Returns the policy of the settings.
 * @throws Error with the range that is invalid
 */
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
