import { limitedAs } from "@/lib/client-address";
import { env } from "@/lib/env";
import type { Access } from "@/lib/protocol/endpoint";
import { Problem } from "@/lib/protocol/problem";
import { limitHeaders, type Quota, tooMany } from "@/lib/protocol/rate-limit";
import { WindowCounter } from "./window-counter";

const windowSeconds = 60;

type Limit = { quota: Quota; counter: WindowCounter };
let limits: { requests: Limit; badKeys: Limit } | undefined;

/**
 * One more request by a key, publishing aside; `headers` are told what is left.
 * @throws Problem 42900 when it is one too many
 */
export function countRequest(keyId: string, access: Access, headers: Headers): void {
  if (access === "events:write") return;
  const { quota, counter } = known().requests;
  const { left, seconds } = counter.add(keyId, Date.now());
  const told = limitHeaders(quota, Math.max(0, left), seconds);
  for (const [name, value] of Object.entries(told)) headers.set(name, value);
  if (left >= 0) return;
  throw tooMany(`This key had its ${quota.limit} requests of a minute.`, quota, seconds);
}

/**
 * What a wrong key is answered. Right ones are let in from the same address all the same: behind a proxy it may be
 * everybody's.
 */
export function refuseKey(address: string | undefined): Problem {
  if (address === undefined) return new Problem(40100);
  const { quota, counter } = known().badKeys;
  const { left, seconds } = counter.add(limitedAs(address), Date.now());
  if (left >= 0) return new Problem(40100);
  return tooMany("Too many wrong keys came from this address.", quota, seconds);
}

function known() {
  const { REQUESTS_PER_MINUTE, WRONG_KEYS_PER_MINUTE } = env();
  limits ??= {
    requests: limitOf("key", REQUESTS_PER_MINUTE),
    badKeys: limitOf("wrong-keys", WRONG_KEYS_PER_MINUTE),
  };
  return limits;
}

function limitOf(name: string, limit: number): Limit {
  return {
    quota: { name, limit, windowSeconds },
    counter: new WindowCounter(limit, windowSeconds),
  };
}
