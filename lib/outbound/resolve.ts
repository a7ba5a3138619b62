import { promises as dns, type LookupAddress } from "node:dns";
import { ConnectFailure } from "./connect-failure";
import type { TargetPolicy } from "./policy";
import { isLocalName } from "./target";

/** Every address of a name. Tests pass their own, to lie as a hostile DNS server would. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

/**
 * Asks DNS by c-ares: `dns.lookup` shares a few threads among all, so that one customer's slow name server
 * would hold up everybody's deliveries. Only it reads the hosts file, where private names live.
 */
export function resolver({ allowed }: TargetPolicy): Resolve {
  const readsHostsFile = allowed.length > 0;
  return async (host) => {
    if (readsHostsFile && isLocalName(host)) return fromSystem(host);
    const addresses = await fromDns(host);
    if (addresses.length > 0 || !readsHostsFile) return addresses;
    return fromSystem(host);
  };
}

/** @throws ConnectFailure when the servers gave no answer; an empty list is an answer. */
async function fromDns(host: string): Promise<LookupAddress[]> {
  const servers = new dns.Resolver({ timeout: 2000, tries: 2 });
  const answers = await Promise.allSettled([servers.resolve4(host), servers.resolve6(host)]);
  const found = answers.flatMap((answer, index) =>
    answer.status === "fulfilled" ? answer.value.map(as(index === 0 ? 4 : 6)) : [],
  );
  const failure = answers.find((answer) => answer.status === "rejected" && !isEmpty(answer.reason));
  if (found.length > 0 || failure?.status !== "rejected") return found;
  throw new ConnectFailure("dns", `The DNS servers did not answer for ${host}.`, {
    cause: failure.reason,
  });
}

async function fromSystem(host: string): Promise<LookupAddress[]> {
  return dns.lookup(host, { all: true }).catch(() => []);
}

function as(family: 4 | 6) {
  return (address: string): LookupAddress => ({ address, family });
}

function isEmpty({ code }: { code?: string }): boolean {
  return code === "ENOTFOUND" || code === "ENODATA";
}
