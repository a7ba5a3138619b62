import { Problem } from "./problem";

export type Quota = { name: string; limit: number; windowSeconds: number };

/** How much is left and for how long, as in draft-ietf-httpapi-ratelimit-headers-10. */
export function limitHeaders({ name, limit, windowSeconds }: Quota, left: number, seconds: number) {
  return {
    "ratelimit-policy": `"${name}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${name}";r=${left};t=${seconds}`,
  };
}

/** 42900, with when to come again. */
export function tooMany(message: string, quota: Quota, seconds: number): Problem {
  const headers = { ...limitHeaders(quota, 0, seconds), "retry-after": `${seconds}` };
  return new Problem(42900, message, { headers });
}
