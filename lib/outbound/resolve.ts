import { promises as dns, type LookupAddress, type RecordWithTtl } from "node:dns";
import { ConnectFailure } from "./connect-failure";
import { type Answer, cachedLookUps } from "./dns-cache";
import type { TargetPolicy } from "./policy";
import { isLocalName } from "./target";

/** Returns every address of a name. Tests pass their own to act as a hostile DNS server. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

const timeouts = { timeout: 2000, tries: 2 };
/** How long the addresses of one family wait for those of the other. A query that was lost is sent again after 2 s. */
const otherFamilyMs = 3000;
/** The same if there was no answer for the other family last time: the resolution delay of RFC 8305, section 3. */
const otherFamilyAgainMs = 50;
/** How often the system's list of name servers is read again; it changes with the network. */
const renewMs = 60_000;

/**
 * Returns a resolver that queries DNS with c-ares. `dns.lookup` shares a few threads, so one customer's slow name
 * server would delay all deliveries; it is used only for names in the hosts file.
 * @param servers name servers in place of the system's
 */
export function resolver({ allowed }: TargetPolicy, servers?: string[]): Resolve {
  const readsHostsFile = allowed.length > 0;
  const ask = resolverFor(servers);
  return cachedLookUps(async (host, wasPartial) => {
    if (readsHostsFile && isLocalName(host)) return fromSystem(host);
    const answer = await fromDns(host, ask(), wasPartial ? otherFamilyAgainMs : otherFamilyMs);
    if (answer.addresses.length > 0 || !readsHostsFile) return answer;
    return fromSystem(host);
  });
}

/** Returns one resolver for all names, renewed every minute. Each has sockets of its own. */
function resolverFor(servers?: string[]): () => dns.Resolver {
  let current = { resolver: fresh(), until: performance.now() + renewMs };
  function fresh() {
    const resolver = new dns.Resolver(timeouts);
    if (servers) resolver.setServers(servers);
    return resolver;
  }
  return () => {
    const now = performance.now();
    if (now > current.until) current = { resolver: fresh(), until: now + renewMs };
    return current.resolver;
  };
}

/**
 * Queries DNS.
 * @param waitMs how long the addresses of one family wait for those of the other
 * @throws ConnectFailure when the servers gave no answer; an empty list is an answer
 */
async function fromDns(host: string, servers: dns.Resolver, waitMs: number): Promise<Answer> {
  const queries = [servers.resolve4(host, { ttl: true }), servers.resolve6(host, { ttl: true })];
  const overdue = Promise.any(queries).then(() => rejectAfter(waitMs));
  const inTime = queries.map((query) => Promise.race([query, overdue]));
  const answer = answerOf(host, await Promise.allSettled(inTime));
  if (!answer.isPartial) return answer;
  return { ...answer, whole: Promise.allSettled(queries).then((all) => answerOf(host, all)) };
}

/** @throws ConnectFailure if both families failed, or one failed and the other is empty */
function answerOf(host: string, answers: PromiseSettledResult<RecordWithTtl[]>[]): Answer {
  const records = answers.map((answer) => (answer.status === "fulfilled" ? answer.value : []));
  const [four = [], six = []] = records;
  const addresses = [...four.map(as(4)), ...six.map(as(6))];
  const failure = answers.find((answer) => answer.status === "rejected" && !isEmpty(answer.reason));
  if (addresses.length > 0 || failure?.status !== "rejected") {
    const ttlSeconds = Math.min(...records.flat().map(({ ttl }) => ttl));
    return { addresses, ttlSeconds, isPartial: failure !== undefined };
  }
  throw new ConnectFailure("dns", noAnswer(host, failure.reason), { cause: failure.reason });
}

function rejectAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error("The other family was not answered in time")), ms).unref();
  });
}

/** Answers that name servers give instead of addresses. */
const refusals = new Set(["EFORMERR", "ENOTIMP", "EREFUSED", "ESERVFAIL"]);

function noAnswer(host: string, { code = "" }: { code?: string }): string {
  return refusals.has(code)
    ? `The DNS servers could not look up ${host} (${code.slice(1)}).`
    : `The DNS servers did not answer for ${host}.`;
}

async function fromSystem(host: string): Promise<Answer> {
  const addresses = await dns.lookup(host, { all: true }).catch(() => []);
  return { addresses, ttlSeconds: null };
}

function as(family: 4 | 6) {
  return ({ address }: RecordWithTtl): LookupAddress => ({ address, family });
}

function isEmpty({ code }: { code?: string }): boolean {
  return code === "ENOTFOUND" || code === "ENODATA";
}
