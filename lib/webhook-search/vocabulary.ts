import type { HealthState } from "@/lib/health/contract";

/** States of health, worst first. */
export const statesByRank = [
  "failing",
  "degraded",
  "late",
  "auto_paused",
  "paused",
  "healthy",
  "no_traffic",
] as const satisfies readonly HealthState[];

/**
 * What webhooks are filtered by: their state, or an incident, which webhooks of different states have. `late` is a state, and also finds
 * webhooks that are late and degraded or failing.
 */
export const statusFilters = ["incident", ...statesByRank] as const;
export type StatusFilter = (typeof statusFilters)[number];

/** What lists of webhooks are sorted by. A minus before the name reverses the order. */
export const sorts = ["health", "name", "rate", "last"] as const;
export type Sort = (typeof sorts)[number];
export type Order = Sort | `-${Sort}`;
export const orders = sorts.flatMap((sort): Order[] => [sort, `-${sort}`]);

/** What a search sorts by besides: how its text was found. */
export const searchOrders = [...orders, "match"] as const;
export type SearchOrder = (typeof searchOrders)[number];

/** Most webhooks in one answer. */
export const foundLimit = 500;

/** Characters of a search text that count. */
export const searchedLength = 200;
