import * as z from "zod";
import { replayStatuses } from "@/db/enums";
import { DeliveryChoice, refuseEmptyMembers } from "@/lib/deliveries/filter";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById, Id } from "@/lib/protocol/ids";
import { PageQuery } from "@/lib/protocol/paging";
import { Time } from "@/lib/protocol/times";
import { present, Timestamp } from "@/lib/protocol/wire";

/** Replays of an account that may run at once. */
export const runningReplayLimit = 5;

export const ReplayDraft = z
  .strictObject({
    filter: DeliveryChoice.optional().describe(
      "Same as in the list of deliveries. The empty filter matches every delivery: those that were delivered are sent to their receivers once more. Tests and deliveries created after the replay are not included",
    ),
    ids: z
      .array(Id, { error: "Give a list of delivery ids" })
      .min(1, "Give at least one delivery id")
      .max(1000, "Give at most 1,000 delivery ids; choose more of them by a filter")
      .optional()
      .describe("In place of a filter: the deliveries to send again"),
    ratePerSecond: z
      .int("Give a whole number")
      .min(1, "Give 1 to 1,000 deliveries a second")
      .max(1000, "Give 1 to 1,000 deliveries a second")
      .default(50)
      .describe("Deliveries that are sent per second"),
    dryRun: z
      .boolean({ error: "Give true or false" })
      .default(false)
      .describe(
        "Only counts the deliveries, also those that the replay will skip, such as those of deleted webhooks; the count can be read for a day",
      ),
    asOf: Time.optional().describe(
      "Time of the dry run. Deliveries created or ended later are not included",
    ),
  })
  .refine(({ filter, ids }) => (filter === undefined) !== (ids === undefined), {
    path: ["filter"],
    error: "Give either filter or ids: the deliveries to send again",
  })
  .check(refuseEmptyMembers)
  .meta({ id: "ReplayDraft" });
export type ReplayDraft = z.output<typeof ReplayDraft>;

const Replay = z
  .object({
    id: Id,
    accountId: present(Id).describe(
      "Owner, or the account that the filter names. Left out for a replay over all accounts",
    ),
    filter: present(z.record(z.string(), z.unknown())).describe("As requested"),
    ids: present(z.array(Id)).describe("As requested"),
    asOf: present(Timestamp).describe("As requested"),
    ratePerSecond: z.int().describe("Deliveries that are sent per second"),
    dryRun: z.boolean().describe("The deliveries are only counted"),
    status: z
      .enum(replayStatuses)
      .describe("failed: ten steps in a row failed; deliveries queued before are still sent"),
    collected: z.boolean().describe("All matching deliveries are found, so total is final"),
    total: z.int().describe("Matching deliveries"),
    done: z.int().describe("Delivered, failed, skipped or cancelled"),
    delivered: z.int(),
    failed: z.int().describe("Failed after the whole retry schedule"),
    skipped: z
      .int()
      .describe(
        "Webhook deleted, event deleted by retention, a test, an attempt in progress, delivered meanwhile, or part of another replay",
      ),
    deliveredMeanwhile: z
      .int()
      .describe(
        "Of the skipped: delivered otherwise since the replay was requested, mostly when they were due",
      ),
    cancelled: z
      .int()
      .describe("Not sent, because the replay or the delivery was cancelled or the replay failed"),
    createdAt: Timestamp,
    failure: present(z.string()).describe("Reason of the failure, in one sentence"),
    finishedAt: present(Timestamp).describe("Time when the last delivery ended"),
    held: present(
      z
        .object({
          paused: z.int().describe("Their webhook is paused"),
          circuitOpen: z.int().describe("The circuit of their webhook is open"),
          retrying: z.int().describe("They failed and wait for their next retry"),
        })
        .meta({ id: "ReplayHeld" }),
    ).describe(
      "Queued deliveries that cannot be sent now. Left out when there are none, and in the list",
    ),
  })
  .meta({ id: "Replay" });

const ReplayPage = z
  .object({ replays: z.array(Replay), nextCursor: z.string().optional() })
  .meta({ id: "ReplayPage" });

export const replaysApi = {
  create: endpoint({
    method: "POST",
    path: "/v1/replays",
    summary: "Start a replay",
    description:
      "Sends many deliveries again, chosen by filter or ids, at the given rate and each with the full retry schedule. Without a status in the filter, delivered ones are sent again too: name one, such as failed, and count with dryRun first. Those that wait for a retry are sent without waiting for it. With dryRun nothing is sent. The same request while it runs returns the running replay. An account has at most five running replays.",
    errors: [40901],
    access: "deliveries:write",
    body: ReplayDraft,
    filtersByBody: true,
    response: Replay,
    load: "log",
    status: 202,
  }),
  list: endpoint({
    method: "GET",
    path: "/v1/replays",
    summary: "List replays",
    description: "Returns replays, newest first, without dry runs.",
    access: "deliveries:read",
    query: z.strictObject(PageQuery),
    response: ReplayPage,
    status: 200,
  }),
  read: endpoint({
    method: "GET",
    path: "/v1/replays/{id}",
    summary: "Read a replay",
    description: "Returns one replay with its progress.",
    access: "deliveries:read",
    params: ById,
    response: Replay,
    status: 200,
  }),
  cancel: endpoint({
    method: "POST",
    path: "/v1/replays/{id}/cancel",
    summary: "Cancel a replay",
    description:
      "Stops a running replay. Requests that are being sent are finished; the rest is withdrawn.",
    errors: [40900],
    access: "deliveries:write",
    params: ById,
    response: Replay,
    status: 200,
  }),
};
