import * as z from "zod";
import { causes, eventNames } from "@/db/enums";
import { endpoint } from "@/lib/protocol/endpoint";
import { Id } from "@/lib/protocol/ids";
import { listOf, listOfIds } from "@/lib/protocol/list-of";
import { refuseOddTimes, Time } from "@/lib/protocol/times";
import { MaskedUrl, present, Timestamp } from "@/lib/protocol/wire";
import { spans } from "./slots";

const amounts = {
  delivered: z.int().describe("Successful deliveries"),
  retrying: z.int().describe("Failed attempts that are retried"),
  failed: z.int().describe("Failed deliveries"),
};

const LastFailure = z
  .object({
    deliveryId: Id,
    attempt: z.int().describe("Number of the attempt"),
    statusCode: present(z.int()),
    error: present(z.string()).describe("Reason of the failure, in one sentence"),
    excerpt: present(z.string()).describe("Start of the response body, in one line"),
  })
  .meta({ id: "LastFailure" });

/** Failures of one webhook with one cause that have not ended. */
const Incident = z
  .object({
    webhookId: Id,
    callbackUrl: MaskedUrl,
    label: z.string(),
    kind: z
      .enum(["failing", "resting", "degraded", "auto_paused"])
      .describe(
        "resting: failing, and the circuit is open; nothing is sent during the cool-down. degraded: other deliveries succeed",
      ),
    cause: present(z.enum(causes)),
    statusCode: present(z.int()).describe("Most frequent status with this cause"),
    since: Timestamp.describe("Start of the state: the first failure, or the pause"),
    countedFrom: Timestamp.describe(
      "The counts begin there: at the first failure or, if older deliveries wait, at the first of these",
    ),
    count: z.int().describe("Failed attempts with this cause since then"),
    failure: present(z.string()).describe("Reason of the latest failure, in one sentence"),
    lastFailureAt: present(Timestamp),
    restsUntil: present(Timestamp).describe("While the circuit is open: end of the cool-down"),
    waiting: z
      .int()
      .describe("Deliveries of the webhook that wait for an attempt; if degraded, for a retry"),
    failed: z.int().describe("Deliveries of the webhook that failed since then"),
    hours: z
      .array(z.int())
      .describe("Failed attempts of the webhook in each of the last 24 hours, oldest first"),
    missed: z
      .array(z.int())
      .describe(
        "waiting + failed by hour: deliveries that wait by creation, failed ones by their end; the last 24 hours, oldest first, with earlier ones in the first",
      ),
    lastFailure: present(LastFailure).describe("Latest failed attempt of the webhook"),
  })
  .meta({ id: "Incident" });

const StatsTotals = z
  .object({
    delivered: z.int(),
    failed: z.int(),
    retrying: z
      .int()
      .describe(
        "Deliveries created before the end of the range that wait for a retry now; included in pending",
      ),
    cancelled: z.int(),
    pending: present(z.int()).describe(
      "Deliveries created before the end of the range that have not ended; left out when filtered by event or cause",
    ),
    total: present(z.int()).describe(
      "delivered + failed + cancelled + pending; left out when filtered by event or cause",
    ),
    rate: present(z.number()).describe(
      "delivered ÷ (delivered + failed + retrying); left out when filtered by event or cause",
    ),
    p50: present(z.int()).describe("Median of attempt duration in milliseconds, as p95"),
    p95: present(z.int()).describe(
      "95th percentile of attempt duration in milliseconds, within 10 %; left out when filtered by event or cause, and with omit=durations",
    ),
  })
  .meta({ id: "StatsTotals" });

const StatsQueue = z
  .object({
    ready: z.int().describe("Due and not sent yet"),
    oldestSeconds: present(z.number()).describe(
      "Age of the oldest due delivery, without those of webhooks that are paused, have an open circuit or are late",
    ),
    late: z
      .int()
      .describe(
        "Webhooks that are late: a delivery has been due for more than a minute, while they use their concurrent requests or their rate limit",
      ),
    unfinished: z
      .int()
      .describe(
        "Deliveries in the queue: all that have not ended, tests included, and ended ones that a replay sends again",
      ),
    expanding: z
      .int()
      .describe(
        "Deliveries not created yet, of events with very many webhooks; included in ready and unfinished",
      ),
  })
  .meta({ id: "StatsQueue" });

const StatsBucket = z
  .object({
    at: Timestamp.describe("Start of the bucket"),
    ...amounts,
    cancelled: z.int().describe("Cancelled deliveries"),
    waiting: z
      .int()
      .describe("Deliveries that wait for a retry now, by creation; included in pending"),
    pending: z
      .int()
      .describe(
        "Deliveries that have not ended, by creation; those created before the range are in the first bucket",
      ),
  })
  .meta({ id: "StatsBucket" });

/** More unfinished deliveries are not counted by event and cause, because each one is looked up in the log. */
export const byEventAtMost = 10_000;

const EventStats = z
  .object({
    event: z.enum(eventNames),
    ...amounts,
    cancelled: z.int().describe("Cancelled deliveries"),
    waiting: present(z.int()).describe(
      `Deliveries that wait for a retry now; left out while more than ${byEventAtMost} have not ended`,
    ),
    pending: present(z.int()).describe("Deliveries that have not ended; left out as waiting"),
  })
  .meta({ id: "EventStats" });

const StatusCodeCount = z
  .object({ statusCode: z.int(), count: z.int().describe("Failed attempts with this status") })
  .meta({ id: "StatusCodeCount" });

const CauseStats = z
  .object({
    cause: z.enum(causes),
    count: z.int().describe("Failed attempts with this cause in the range"),
    statusCodes: z.array(StatusCodeCount),
    failed: z
      .int()
      .describe("Deliveries that failed in the range, by the cause of their last attempt"),
    waiting: present(z.int()).describe(
      `Deliveries that wait for a retry now, by the cause of their last failed attempt; left out while more than ${byEventAtMost} have not ended`,
    ),
  })
  .meta({ id: "CauseStats" });

const SlowWebhook = z
  .object({
    webhookId: Id,
    callbackUrl: MaskedUrl,
    label: z.string(),
    p95: z.int().describe("95th percentile of attempt duration in milliseconds"),
    attempts: z.int(),
  })
  .meta({ id: "SlowWebhook" });

const EarlierDeliveries = z
  .object({
    waiting: z.int().describe("Deliveries that wait for a retry now"),
    pending: z.int().describe("Deliveries that have not ended"),
  })
  .meta({ id: "EarlierDeliveries" });

/** Results of deliveries in a time range, by the time they ended. Tests are not counted, nor resends that do not end a delivery. */
const Stats = z
  .object({
    from: Timestamp.describe("Start of the first bucket"),
    to: Timestamp.describe("End of the last bucket, which may be after now"),
    bucketSeconds: z.int().describe("Length of a bucket of series"),
    totals: StatsTotals,
    queue: StatsQueue,
    series: z.array(StatsBucket).describe("Oldest first"),
    earlier: EarlierDeliveries.describe(
      "Part of the first bucket's waiting and pending that was created before the range",
    ),
    events: z.array(EventStats).describe("Results by event name"),
    causes: z.array(CauseStats).describe("Most frequent first"),
    slowest: z.array(SlowWebhook),
    incidents: z.array(Incident).describe("Open incidents, whatever the range"),
    troubled: z.int().describe("Webhooks with an open incident, also those not listed"),
    pausedByPerson: z
      .int()
      .describe(
        "Webhooks that a person or a key paused; they have no incident, and their deliveries wait",
      ),
    lastEventAt: present(Timestamp).describe("Time of the latest event, whatever the range"),
  })
  .meta({ id: "Stats" });

export const StatsQuery = z
  .strictObject({
    since: z
      .enum(spans, { error: `Choose from ${spans.join(", ")}` })
      .optional()
      .describe("Range that ends now; without it and from, 24h"),
    from: Time.optional().describe("Rounded down to the start of a bucket"),
    to: Time.optional().describe("Rounded up; default: now"),
    account: Id.optional().describe("For callers with several accounts"),
    webhook: listOfIds,
    event: listOf(eventNames).describe("Filters series, events, causes, delivered and failed"),
    cause: listOf(causes).describe("Filters the same; successful deliveries have no cause"),
    omit: z
      .enum(["durations"])
      .optional()
      .describe(
        "durations: leaves out p50 and p95, and slowest is empty; faster where a long range has many webhooks",
      ),
  })
  .check(({ value: { since, from, to }, issues }) => {
    refuseOddTimes({ value: { from, to }, issues: issues as never });
    const message = since && (from || to) ? "Give since or from, not both" : "Give from as well";
    if ((since && (from || to)) || (to && !from))
      issues.push({ code: "custom", path: ["from"], message, input: from });
  });
export type StatsQuery = z.output<typeof StatsQuery>;

export const statsApi = {
  read: endpoint({
    method: "GET",
    path: "/v1/stats",
    summary: "Read delivery statistics",
    description:
      "Returns totals, a time series, causes, slow webhooks and current incidents. The range is the last 24 hours unless since or from and to name another. Tests are not counted, and resends only if they end their delivery.",
    access: "deliveries:read",
    query: StatsQuery,
    response: Stats,
    load: "log",
    status: 200,
  }),
};
