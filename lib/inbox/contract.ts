import { z } from "zod";
import { inboxStatuses } from "@/db/enums";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById, Id } from "@/lib/protocol/ids";
import { name, present, Timestamp } from "@/lib/protocol/wire";

const Status = z.literal(inboxStatuses, { error: `Choose from ${inboxStatuses.join(", ")}` });
const seconds = (least: number, most: number) =>
  z
    .int("Give whole seconds")
    .min(least, `Give ${least} to ${most} seconds`)
    .max(most, `Give ${least} to ${most} seconds`);

export const InboxBin = z
  .object({
    id: Id,
    accountId: Id,
    name: z.string(),
    url: z.string().describe("Use it as a callbackUrl; only deliveries of this instance reach it"),
    status: z.literal(inboxStatuses).describe("What requests are answered"),
    delaySeconds: z.int().describe("How long an answer takes"),
    retryAfterSeconds: z.int().nullable().describe("Said with 429 and 503; null: nothing is said"),
    next: z
      .array(z.literal(inboxStatuses))
      .describe("What the next requests are answered instead, one after the other"),
    received: z.int().describe("Requests there ever were; the latest 200 are kept for 3 days"),
    createdAt: Timestamp,
    lastRequestAt: present(Timestamp),
  })
  .meta({ id: "InboxBin" });

export const InboxBinPatch = z
  .strictObject({
    name: name("Give a name as text").optional(),
    status: Status.optional(),
    delaySeconds: seconds(0, 30).optional(),
    retryAfterSeconds: seconds(1, 3600).nullable().optional(),
    next: z.array(Status).max(20, "Give at most 20").optional(),
  })
  .meta({ id: "InboxBinPatch" });
export type InboxBinPatch = z.infer<typeof InboxBinPatch>;

/** Whatever is left out has a default: 200 at once. */
export const InboxBinDraft = InboxBinPatch.meta({ id: "InboxBinDraft" });
export type InboxBinDraft = InboxBinPatch;

const summary = {
  number: z.int().describe("Counted per bin, from 1"),
  receivedAt: Timestamp,
  method: z.string(),
  size: z.int().describe("Bytes of the body"),
  valid: z.boolean().describe("The signature is that of a webhook which points here"),
  webhookId: present(Id).describe("Which webhook that is"),
  fault: present(z.string()).describe("Why the signature is not valid"),
  eventId: present(Id),
  answered: z.int().describe("The status it was answered with"),
};

export const InboxRequestSummary = z
  .object({ ...summary, preview: z.string().describe("The first characters of the body") })
  .meta({ id: "InboxRequestSummary" });

export const InboxRequest = z
  .object({
    ...summary,
    headers: z
      .array(z.tuple([z.string(), z.string()]))
      .describe("In the order they came; values of the webhook's own headers are ***"),
    body: z.string(),
    encoding: z.enum(["utf8", "base64"]),
    truncated: z.boolean().describe("Only the first 64 KiB are kept"),
  })
  .meta({ id: "InboxRequest" });

const bins = "/v1/inbox/bins";
const one = `${bins}/{id}` as const;
const reading = { access: "deliveries:read", status: 200 } as const;
const writing = { access: "webhooks:write" } as const;

/** Reading shows what the log of attempts shows to the same people; changing is a matter of who manages webhooks. */
export const inboxApi = {
  list: endpoint({
    method: "GET",
    path: bins,
    summary: "List the bins of the built-in inbox, newest first",
    ...reading,
    query: z.object({ account: Id.optional() }),
    response: z.object({ bins: z.array(InboxBin) }),
  }),
  create: endpoint({
    method: "POST",
    path: bins,
    summary: "Create a bin: a receiver inside this instance, for trying things out",
    ...writing,
    query: z.object({ account: Id.optional() }),
    body: InboxBinDraft,
    response: InboxBin,
    status: 201,
  }),
  read: endpoint({
    method: "GET",
    path: one,
    summary: "Read one bin",
    ...reading,
    params: ById,
    response: InboxBin,
  }),
  update: endpoint({
    method: "PUT",
    path: one,
    summary: "Change a bin: its name, and how it answers",
    ...writing,
    params: ById,
    body: InboxBinPatch,
    response: InboxBin,
    status: 200,
  }),
  remove: endpoint({
    method: "DELETE",
    path: one,
    summary: "Delete a bin with what it got; deliveries to it are then answered 404",
    ...writing,
    params: ById,
    response: z.void(),
    status: 204,
  }),
  requests: endpoint({
    method: "GET",
    path: `${one}/requests`,
    summary: "What a bin got, newest first",
    ...reading,
    params: ById,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: z.string().optional(),
    }),
    response: z.object({
      requests: z.array(InboxRequestSummary),
      nextCursor: z.string().optional(),
    }),
  }),
  readRequest: endpoint({
    method: "GET",
    path: `${one}/requests/{number}`,
    summary: "One request that a bin got, with headers and body",
    ...reading,
    params: ById.extend({ number: z.coerce.number().int().min(1).max(2_147_483_647) }),
    response: InboxRequest,
  }),
  clear: endpoint({
    method: "DELETE",
    path: `${one}/requests`,
    summary: "Forget what a bin got",
    ...writing,
    params: ById,
    response: z.void(),
    status: 204,
  }),
};
