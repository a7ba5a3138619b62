export const lateLimits = ["concurrency", "rate"] as const;
/** Limit of a webhook that makes it late: its `maxConcurrency` or its `ratePerSecond`. */
export type LateLimit = (typeof lateLimits)[number];
