import { z } from "zod";
import { replayStatuses } from "@/db/enums";
import { DeliveryChoice } from "@/lib/deliveries/filter";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById, Id } from "@/lib/protocol/ids";
import { PageQuery } from "@/lib/protocol/paging";
import { present, Timestamp } from "@/lib/protocol/wire";

export const ReplayDraft = z
  .strictObject({
    filter: DeliveryChoice.optional().describe(
      "As in the list of deliveries; younger ones than the job do not belong to it",
    ),
    ids: z
      .array(Id, { error: "Give a list of delivery ids" })
      .min(1, "Give at least one delivery id")
      .max(1000, "Give at most 1,000 delivery ids; choose more of them by a filter")
      .optional(),
    ratePerSecond: z
      .int("Give a whole number")
      .min(1, "Give 1 to 1,000 deliveries a second")
      .max(1000, "Give 1 to 1,000 deliveries a second")
      .default(50),
    dryRun: z.boolean({ error: "Give true or false" }).default(false).describe("Only count"),
    asOf: Timestamp.optional().describe(
      "When a dry run counted them: what was made or ended later does not belong to the job",
    ),
  })
  .refine(({ filter, ids }) => (filter === undefined) !== (ids === undefined), {
    path: ["filter"],
    error: "Give either filter or ids: the deliveries to send again",
  })
  .meta({ id: "ReplayDraft" });
export type ReplayDraft = z.output<typeof ReplayDraft>;

export const Replay = z
  .object({
    id: Id,
    accountId: present(Id).describe("Left out when it chooses from every account"),
    filter: present(z.record(z.string(), z.unknown())),
    ids: present(z.array(Id)),
    asOf: present(Timestamp),
    ratePerSecond: z.int(),
    dryRun: z.boolean(),
    status: z.enum(replayStatuses),
    collected: z.boolean().describe("All that it chooses is found, so that total is final"),
    total: z.int(),
    done: z.int().describe("Delivered, failed, skipped or cancelled"),
    delivered: z.int(),
    failed: z.int().describe("The whole retry schedule was used up"),
    skipped: z
      .int()
      .describe("Webhook deleted, event gone, a test, or under way already without this job"),
    cancelled: z.int().describe("Taken back unsent when the job or the delivery was cancelled"),
    createdAt: Timestamp,
    finishedAt: present(Timestamp).describe("When nothing of it was left"),
  })
  .meta({ id: "Replay" });

export const replaysApi = {
  create: endpoint({
    method: "POST",
    path: "/v1/replays",
    summary: "Send many deliveries again, each with the full retry schedule",
    access: "deliveries:write",
    body: ReplayDraft,
    response: Replay,
    status: 202,
  }),
  list: endpoint({
    method: "GET",
    path: "/v1/replays",
    summary: "Replays, newest first, without dry runs",
    access: "deliveries:read",
    query: z.strictObject(PageQuery),
    response: z.object({ replays: z.array(Replay), nextCursor: z.string().optional() }),
    status: 200,
  }),
  read: endpoint({
    method: "GET",
    path: "/v1/replays/{id}",
    summary: "One replay and how far it is",
    access: "deliveries:read",
    params: ById,
    response: Replay,
    status: 200,
  }),
  cancel: endpoint({
    method: "POST",
    path: "/v1/replays/{id}/cancel",
    summary: "Stop a replay; what is being sent is finished, the rest taken back",
    access: "deliveries:write",
    params: ById,
    response: Replay,
    status: 200,
  }),
};
