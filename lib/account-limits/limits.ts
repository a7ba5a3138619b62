import { env } from "@/lib/env";
import type { BacklogLimits } from "@/lib/queue/backlog";

/** Publishing limits of an account. */
export type PublishingLimits = { eventsPerSecond: number; burst: number; eventsPerDay: number };

/** Returns the limits of accounts without limits of their own. */
export function defaultLimits(): PublishingLimits {
  const { PUBLISH_EVENTS_PER_SECOND, PUBLISH_BURST, PUBLISH_EVENTS_PER_DAY } = env();
  return {
    eventsPerSecond: PUBLISH_EVENTS_PER_SECOND,
    burst: PUBLISH_BURST,
    eventsPerDay: PUBLISH_EVENTS_PER_DAY,
  };
}

/** Returns the limits of waiting deliveries: of the installation, and of accounts without a limit of their own. */
export function backlogLimits(): BacklogLimits {
  const { BACKLOG_LIMIT, BACKLOG_PER_ACCOUNT } = env();
  return { total: BACKLOG_LIMIT, perAccount: BACKLOG_PER_ACCOUNT };
}
