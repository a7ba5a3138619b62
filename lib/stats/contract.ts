import { z } from "zod";
import { causes, eventNames } from "@/db/enums";
import { endpoint } from "@/lib/protocol/endpoint";
import { Id } from "@/lib/protocol/ids";
import { listOf, listOfIds } from "@/lib/protocol/list-of";
import { refuseOddTimes } from "@/lib/protocol/times";
import { MaskedUrl, present, Timestamp } from "@/lib/protocol/wire";
import { spans } from "./slots";

const amounts = {
  delivered: z.int().describe("Deliveries that arrived"),
  retrying: z.int().describe("Attempts that failed and are made again"),
  failed: z.int().describe("Deliveries that were given up"),
};

/** What goes wrong at one webhook for one reason, and has not ended. */
const Incident = z
  .object({
    webhookId: Id,
    callbackUrl: MaskedUrl,
    label: z.string(),
    kind: z
      .enum(["failing", "resting", "auto_paused"])
      .describe("resting: so much failed that nothing is sent until it has rested"),
    cause: present(z.enum(causes)),
    statusCode: present(z.int()).describe("The commonest with this cause"),
    since: Timestamp,
    count: z.int().describe("Attempts that failed for this cause since then"),
    failure: present(z.string()).describe("The latest failure in a sentence"),
    lastFailureAt: present(Timestamp),
    restsUntil: present(Timestamp),
  })
  .meta({ id: "Incident" });

/** What became of deliveries in a range of time, by when they ended; tests and resends are not counted. */
export const Stats = z
  .object({
    from: Timestamp.describe("Where the first bucket begins"),
    to: Timestamp.describe("Where the last bucket ends, which may be after now"),
    bucketSeconds: z.int(),
    totals: z.object({
      delivered: z.int(),
      failed: z.int(),
      retrying: z.int().describe("Deliveries that failed and wait for another attempt, now"),
      rate: present(z.number()).describe(
        "delivered ÷ (delivered + failed + retrying); left out of figures of an event or a cause",
      ),
      p95: present(z.int()).describe(
        "Milliseconds that all but the slowest twentieth of attempts took at most, within 10 %; left out of figures of an event or a cause",
      ),
    }),
    queue: z.object({
      ready: z.int().describe("Due and not sent yet"),
      oldestSeconds: present(z.number()).describe("How long the first of them has been due"),
      unfinished: z.int().describe("All that is not delivered, failed or cancelled"),
    }),
    series: z.array(z.object({ at: Timestamp, ...amounts })).describe("Oldest first"),
    events: z.array(z.object({ event: z.enum(eventNames), ...amounts })),
    causes: z
      .array(
        z.object({
          cause: z.enum(causes),
          count: z.int().describe("Attempts that failed for it"),
          statusCodes: z.array(z.object({ statusCode: z.int(), count: z.int() })),
        }),
      )
      .describe("Commonest first"),
    slowest: z.array(
      z.object({
        webhookId: Id,
        callbackUrl: MaskedUrl,
        label: z.string(),
        p95: z.int(),
        attempts: z.int(),
      }),
    ),
    incidents: z.array(Incident).describe("What goes wrong now, whatever the range"),
    lastEventAt: present(Timestamp).describe("When an event was published last, at any time"),
  })
  .meta({ id: "Stats" });

export const StatsQuery = z
  .strictObject({
    since: z.enum(spans, { error: `Choose from ${spans.join(", ")}` }).optional(),
    from: Timestamp.optional().describe("Rounded down to where a bucket begins"),
    to: Timestamp.optional().describe("Rounded up; now unless told"),
    account: Id.optional().describe("For who sees several"),
    webhook: listOfIds,
    event: listOf(eventNames).describe("Narrows series, events, causes, delivered and failed"),
    cause: listOf(causes).describe("Narrows the same; what arrived has no cause"),
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
    summary: "Figures of deliveries over the last day, or another range",
    access: "deliveries:read",
    query: StatsQuery,
    response: Stats,
    status: 200,
  }),
};
