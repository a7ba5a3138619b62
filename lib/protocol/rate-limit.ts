import { type LimitName, Problem } from "./problem";

export type Quota = { name: string; limit: number; windowSeconds: number };
/** Quota with the requests left and the seconds until it resets. */
type QuotaState = { quota: Quota; left: number; seconds: number };

/** Returns the rate limit headers of draft-ietf-httpapi-ratelimit-headers-10. */
export function limitHeaders(...states: QuotaState[]) {
  return {
    "ratelimit-policy": states
      .map(({ quota: { name, limit, windowSeconds } }) => `"${name}";q=${limit};w=${windowSeconds}`)
      .join(", "),
    ratelimit: states
      .map(({ quota: { name }, left, seconds }) => `"${name}";r=${left};t=${seconds}`)
      .join(", "),
  };
}

/** Returns a Problem 42900 for an exhausted quota, with Retry-After and the rate limit headers. */
export function tooMany(message: string, quota: Quota, seconds: number): Problem {
  return refuseUntil(message, seconds, { headers: limitHeaders({ quota, left: 0, seconds }) });
}

/** Returns a Problem 42900 with Retry-After in whole seconds, at least one. */
export function refuseUntil(
  message: string,
  seconds: number,
  { headers = {}, limit }: { headers?: Record<string, string>; limit?: LimitName } = {},
): Problem {
  const wait = Math.max(1, Math.ceil(seconds));
  return new Problem(42900, message, { headers: { ...headers, "retry-after": `${wait}` }, limit });
}
