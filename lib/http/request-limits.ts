import type { ValidKey } from "@/lib/api-keys/recent-keys";
import { limitedAs } from "@/lib/client-address";
import type { Context } from "@/lib/context";
import { env } from "@/lib/env";
import { defaultProblem } from "@/lib/protocol/default-problem";
import type { Access } from "@/lib/protocol/endpoint";
import { Problem } from "@/lib/protocol/problem";
import { limitHeaders, type Quota, tooMany } from "@/lib/protocol/rate-limit";
import type { ResponseHeaders } from "@/lib/protocol/response-headers";
import type { ApiRequest } from "./api-request";
import { WindowCounter } from "./window-counter";

const windowSeconds = 60;

type Limit = { quota: Quota; counter: WindowCounter };
type LimitedCaller = Pick<Context, "actor" | "requestId">;
let limits: { requests: Limit; refused: Limit; badKeys: Limit; probes: Limit } | undefined;
/** Length of a body that counts as one refused request: an event of 256 KiB can take as long as hundreds of small ones. */
const refusedLength = 32 * 1024;
/** Test requests to callback URLs, which must not serve as a scanner of other networks. */
const probesPerMinute = 20;

/**
 * Counts one request of a key or a member; publishing has limits of its own. Writes the remaining quota to `headers`.
 * @throws Problem 42900 over the limit
 */
export function countRequest(
  { id, scopes }: Pick<ValidKey, "id" | "scopes">,
  access: Access,
  headers: ResponseHeaders,
): void {
  if (access === "events:write" && scopes.includes(access)) return;
  const { quota, counter } = currentLimits().requests;
  const { left, seconds } = counter.add(id, Date.now());
  const fields = limitHeaders({ quota, left: Math.max(0, left), seconds });
  headers.setAll(fields);
  if (left >= 0) return;
  throw tooMany(
    `This key or user has made its ${quota.limit} requests of a minute. Wait as Retry-After says.`,
    quota,
    seconds,
  );
}

/**
 * Refuses a request to publish before its body is read, if too many of the same caller were refused.
 * @throws Problem 42900 over the limit
 */
export function assertFewRefused(ctx: LimitedCaller): void {
  const { quota, counter } = currentLimits().refused;
  const { left, seconds } = counter.look(callerId(ctx), Date.now());
  if (left > 0) return;
  throw tooMany(
    "Too many requests to publish were refused. Correct what their answers name, and wait as Retry-After says.",
    quota,
    seconds,
  );
}

/** Counts a refused request to publish, by the length of its body. A refusal by a limit and a failure of ours do not count. */
export function countRefused(apiRequest: ApiRequest, ctx: LimitedCaller, error: unknown): void {
  if (!(error instanceof Problem) || error.status >= 500 || error.status === 429) return;
  currentLimits().refused.counter.add(callerId(ctx), Date.now(), refusedUses(apiRequest));
}

/**
 * Makes up for a refused request of this length, so that only callers with more refused than accepted ones are limited. Repeats of
 * idempotent requests do not: nothing was taken of the account's limits, which `headers` would state.
 */
export function countAccepted(
  apiRequest: ApiRequest,
  ctx: LimitedCaller,
  headers: ResponseHeaders,
): void {
  if (!headers.has("ratelimit")) return;
  currentLimits().refused.counter.giveBack(callerId(ctx), refusedUses(apiRequest));
}

function refusedUses({ size = 0 }: ApiRequest): number {
  return Math.max(1, Math.ceil(size / refusedLength));
}

/**
 * Returns the error for an invalid key, and counts it for the address. Valid keys from the same address are still
 * accepted: behind a proxy all callers may share it.
 */
export function refuseKey(address: string | undefined): Problem {
  if (address === undefined) return defaultProblem(40100);
  const { quota, counter } = currentLimits().badKeys;
  const { left, seconds } = counter.add(limitedAs(address), Date.now());
  if (left >= 0) return defaultProblem(40100);
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
export function countProbe(ctx: LimitedCaller & Pick<Context, "accountId">): void {
  const { quota, counter } = currentLimits().probes;
  const { left, seconds } = counter.add(ctx.accountId ?? callerId(ctx), Date.now());
  if (left < 0)
    throw tooMany(`At most ${quota.limit} addresses can be tested per minute.`, quota, seconds);
}

function callerId({ actor, requestId }: LimitedCaller): string {
  return actor.kind === "key" ? actor.keyId : actor.kind === "user" ? actor.userId : requestId;
}

function currentLimits() {
  const { REQUESTS_PER_MINUTE, WRONG_KEYS_PER_MINUTE } = env();
  limits ??= {
    requests: limitOf("key", REQUESTS_PER_MINUTE),
    refused: limitOf("refused", REQUESTS_PER_MINUTE),
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
