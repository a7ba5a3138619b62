import { limitedAs } from "@/lib/client-address";
import type { Context } from "@/lib/context";
import { env } from "@/lib/env";
import type { Access } from "@/lib/protocol/endpoint";
import { Problem } from "@/lib/protocol/problem";
import { limitHeaders, type Quota, tooMany } from "@/lib/protocol/rate-limit";
import type { ResponseHeaders } from "@/lib/protocol/response-headers";
import { WindowCounter } from "./window-counter";

const windowSeconds = 60;

type Limit = { quota: Quota; counter: WindowCounter };
let limits: { requests: Limit; badKeys: Limit; probes: Limit } | undefined;
/** Test requests to callback URLs, which must not serve as a scanner of other networks. */
const probesPerMinute = 20;

/**
 * Counts one request of a key; publishing has limits of its own. Writes the remaining quota to `headers`.
 * @throws Problem 42900 over the limit
 */
export function countRequest(keyId: string, access: Access, headers: ResponseHeaders): void {
  if (access === "events:write") return;
  const { quota, counter } = known().requests;
  const { left, seconds } = counter.add(keyId, Date.now());
  const fields = limitHeaders({ quota, left: Math.max(0, left), seconds });
  headers.setAll(fields);
  if (left >= 0) return;
  throw tooMany(
    `This key has used its ${quota.limit} requests per minute. Wait as Retry-After says.`,
    quota,
    seconds,
  );
}

/**
 * Returns the error for an invalid key, and counts it for the address. Valid keys from the same address are still
 * accepted: behind a proxy all callers may share it.
 */
export function refuseKey(address: string | undefined): Problem {
  if (address === undefined) return new Problem(40100);
  const { quota, counter } = known().badKeys;
  const { left, seconds } = counter.add(limitedAs(address), Date.now());
  if (left >= 0) return new Problem(40100);
  return tooMany(
    "Too many requests with invalid keys from this address. Check the key, and wait as Retry-After says.",
    quota,
    seconds,
  );
}

/**
 * Counts one test request to an address. The keys of an account count together.
 * @throws Problem 42900 when the account, service key or person is over the limit
 */
export function countProbe(ctx: Pick<Context, "actor" | "accountId" | "requestId">): void {
  const { actor, accountId, requestId } = ctx;
  const { quota, counter } = known().probes;
  const own = actor.kind === "key" ? actor.keyId : actor.kind === "user" ? actor.userId : requestId;
  const subject = accountId ?? own;
  const { left, seconds } = counter.add(subject, Date.now());
  if (left < 0)
    throw tooMany(`At most ${quota.limit} addresses can be tested per minute.`, quota, seconds);
}

function known() {
  const { REQUESTS_PER_MINUTE, WRONG_KEYS_PER_MINUTE } = env();
  limits ??= {
    requests: limitOf("key", REQUESTS_PER_MINUTE),
    badKeys: limitOf("wrong-keys", WRONG_KEYS_PER_MINUTE),
    probes: limitOf("probes", probesPerMinute),
  };
  return limits;
}

function limitOf(name: string, limit: number): Limit {
  return {
    quota: { name, limit, windowSeconds },
    counter: new WindowCounter(limit, windowSeconds),
  };
}
