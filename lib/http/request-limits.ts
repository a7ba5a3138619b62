import { limitedAs } from "@/lib/client-address";
import type { Context } from "@/lib/context";
import { env } from "@/lib/env";
import type { Access } from "@/lib/protocol/endpoint";
import { Problem } from "@/lib/protocol/problem";
import { limitHeaders, type Quota, tooMany } from "@/lib/protocol/rate-limit";
import { WindowCounter } from "./window-counter";

const windowSeconds = 60;

type Limit = { quota: Quota; counter: WindowCounter };
let limits: { requests: Limit; badKeys: Limit; probes: Limit } | undefined;
/** Requests to strangers that somebody may ask for, so that nobody uses us to look around. */
const probesPerMinute = 20;

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

/** @throws Problem 42900 when somebody has asked for too many addresses to be tried */
export function countProbe({ actor, requestId }: Pick<Context, "actor" | "requestId">): void {
  const { quota, counter } = known().probes;
  const who = actor.kind === "key" ? actor.keyId : actor.kind === "user" ? actor.userId : requestId;
  const { left, seconds } = counter.add(who, Date.now());
  if (left < 0) throw tooMany(`${quota.limit} addresses a minute may be tried.`, quota, seconds);
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
