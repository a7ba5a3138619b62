import * as z from "zod";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById } from "@/lib/protocol/ids";
import { Timestamp } from "@/lib/protocol/wire";

const limit = (most: number, unit: string) =>
  z
    .int("Give a whole number")
    .min(1, `Give 1 to ${most.toLocaleString("en")} ${unit}`)
    .max(most, `Give 1 to ${most.toLocaleString("en")} ${unit}`)
    .nullable()
    .optional();

const perSecond = "Events per second";
const atOnce = "Events that can be published at one moment; also the largest batch";
const perDay = "Events per UTC day";
const waiting =
  "Deliveries that may wait, and as many that paused webhooks may hold; beyond them publishing is answered 42900";

export const AccountLimitsPatch = z
  .strictObject({
    eventsPerSecond: limit(100_000, "events a second").describe(perSecond),
    burst: limit(1_000_000, "events").describe(atOnce),
    eventsPerDay: limit(10_000_000_000, "events a day").describe(perDay),
    backlog: limit(100_000_000, "deliveries").describe(waiting),
  })
  .describe("A limit that is left out is unchanged; null restores the default of the installation")
  .meta({ id: "AccountLimitsPatch" });
export type AccountLimitsPatch = z.output<typeof AccountLimitsPatch>;

const limits = {
  eventsPerSecond: z.int().describe(perSecond),
  burst: z.int().describe(atOnce),
  eventsPerDay: z.int().describe(perDay),
  backlog: z.int().describe(waiting),
};

const DefaultLimits = z.object(limits).meta({ id: "DefaultLimits" });

const AccountUsage = z
  .object({
    eventsToday: z
      .int()
      .describe(
        "Events counted since 00:00 UTC; includes up to one portion per process that is not published yet",
      ),
    eventsPerSecond: z.number().describe("Average of the last ten seconds"),
    dayEndsAt: Timestamp.describe("Time when eventsToday begins again: 00:00 UTC"),
    backlog: z
      .int()
      .describe(
        "Deliveries that are due and not yet sent, and those that a fan-out has yet to create",
      ),
    held: z.int().describe("Deliveries that paused webhooks hold, up to one more than the limit"),
  })
  .meta({ id: "AccountUsage" });

const AccountLimits = z
  .object({
    ...limits,
    defaults: DefaultLimits.describe("Limits of accounts without limits of their own"),
    usage: AccountUsage,
  })
  .meta({ id: "AccountLimits" });

export const accountLimitsApi = {
  read: endpoint({
    method: "GET",
    path: "/v1/accounts/{id}/limits",
    summary: "Read publishing limits",
    description:
      "Returns the publishing limits of an account, the defaults of the installation, and how much is used.",
    access: "any",
    params: ById,
    response: AccountLimits,
    status: 200,
  }),
  update: endpoint({
    method: "PUT",
    path: "/v1/accounts/{id}/limits",
    summary: "Set publishing limits",
    description:
      "Sets publishing limits of an account. A limit that is left out stays; null sets the default of the installation. Needs a service key or an operator.",
    access: "admin",
    params: ById,
    body: AccountLimitsPatch,
    response: AccountLimits,
    status: 200,
  }),
};
