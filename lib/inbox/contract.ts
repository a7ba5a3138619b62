import * as z from "zod";
import { inboxStatuses } from "@/db/enums";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById, Id } from "@/lib/protocol/ids";
import { PageQuery } from "@/lib/protocol/paging";
import { name, present, Timestamp } from "@/lib/protocol/wire";

const Status = z.literal(inboxStatuses, { error: `Choose from ${inboxStatuses.join(", ")}` });
const seconds = (least: number, most: number) =>
  z
    .int("Give whole seconds")
    .min(least, `Give ${least} to ${most} seconds`)
    .max(most, `Give ${least} to ${most} seconds`);

const InboxBin = z
  .object({
    id: Id,
    accountId: Id,
    name: z.string(),
    url: z.string().describe("A callbackUrl that only deliveries of this installation reach"),
    status: z.literal(inboxStatuses).describe("Status of responses"),
    delaySeconds: z.int().describe("Delay of responses"),
    retryAfterSeconds: z.int().nullable().describe("Retry-After of 429 and 503; null: no header"),
    next: z
      .array(z.literal(inboxStatuses))
      .describe("Statuses of the next responses, one for each request"),
    received: z.int().describe("All requests received; the latest 200 are stored for 3 days"),
    createdAt: Timestamp,
    lastRequestAt: present(Timestamp).describe("Time of the last request"),
  })
  .meta({ id: "InboxBin" });

export const InboxBinPatch = z
  .strictObject({
    name: name("Give the bin a name").optional(),
    status: Status.optional().describe("Status of responses; a new bin answers 200"),
    delaySeconds: seconds(0, 30).optional().describe("Delay of responses"),
    retryAfterSeconds: seconds(1, 3600)
      .nullable()
      .optional()
      .describe("Retry-After of 429 and 503; null: no header"),
    next: z
      .array(Status)
      .max(20, "Give at most 20")
      .optional()
      .describe("Statuses of the next responses, one for each request, before status applies"),
  })
  .meta({ id: "InboxBinPatch" });
export type InboxBinPatch = z.infer<typeof InboxBinPatch>;

/** Settings of a new bin. Default: 200 without delay. */
export const InboxBinDraft = InboxBinPatch.meta({ id: "InboxBinDraft" });
export type InboxBinDraft = InboxBinPatch;

const summary = {
  number: z.int().describe("Counted per bin, from 1"),
  receivedAt: Timestamp,
  method: z.string(),
  size: z.int().describe("Bytes of the body"),
  valid: z
    .boolean()
    .describe("The signature fits a webhook that points to this bin, or a one-shot callback to it"),
  webhookId: present(Id).describe(
    "Webhook whose secret made the valid signature; left out for a one-shot callback",
  ),
  fault: present(z.string()).describe("Reason why the signature is not valid"),
  eventId: present(Id),
  answered: z
    .int()
    .describe(
      "Status of the response, chosen on arrival. A delayed one is not sent if the sender stops waiting",
    ),
};

const InboxRequestSummary = z
  .object({ ...summary, preview: z.string().describe("The first characters of the body") })
  .meta({ id: "InboxRequestSummary" });

const InboxRequest = z
  .object({
    ...summary,
    headers: z
      .array(z.tuple([z.string(), z.string()]))
      .describe("In the order received; values of custom headers are ***"),
    body: z.string().describe("The body as received, in the encoding that encoding names"),
    encoding: z.enum(["utf8", "base64"]).describe("base64 when the body is not UTF-8 text"),
    truncated: z.boolean().describe("Only the first 64 KiB are stored"),
  })
  .meta({ id: "InboxRequest" });

const InboxBinList = z.object({ bins: z.array(InboxBin) }).meta({ id: "InboxBinList" });

const InboxRequestPage = z
  .object({ requests: z.array(InboxRequestSummary), nextCursor: z.string().optional() })
  .meta({ id: "InboxRequestPage" });

const bins = "/v1/inbox/bins";
const one = `${bins}/{id}` as const;
const reading = { access: "deliveries:read", status: 200 } as const;
const writing = { access: "webhooks:write" } as const;

/** Reading needs the scope that reads the log of attempts; changing needs the scope that changes webhooks. */
export const inboxApi = {
  list: endpoint({
    method: "GET",
    path: bins,
    summary: "List inbox bins",
    description: "Returns the bins of the built-in inbox, newest first.",
    ...reading,
    query: z.object({
      account: Id.optional().describe("For callers with several accounts"),
    }),
    response: InboxBinList,
  }),
  create: endpoint({
    method: "POST",
    path: bins,
    summary: "Create an inbox bin",
    description:
      "Makes a receiver inside this installation, for trying things out. Use its url as a callbackUrl.",
    errors: [40901],
    ...writing,
    query: z.object({
      account: Id.optional().describe("Account of the bin, for callers with several accounts"),
    }),
    body: InboxBinDraft,
    response: InboxBin,
    status: 201,
  }),
  read: endpoint({
    method: "GET",
    path: one,
    summary: "Read an inbox bin",
    description:
      "Returns one bin: its URL, its configured response and how many requests it received.",
    ...reading,
    params: ById,
    response: InboxBin,
  }),
  update: endpoint({
    method: "PUT",
    path: one,
    summary: "Change an inbox bin",
    description: "Changes the name of a bin, or how it responds to the next requests.",
    ...writing,
    params: ById,
    body: InboxBinPatch,
    response: InboxBin,
    status: 200,
  }),
  remove: endpoint({
    method: "DELETE",
    path: one,
    summary: "Delete an inbox bin",
    description: "Deletes a bin and its requests. Later deliveries to its URL are answered 404.",
    ...writing,
    params: ById,
    response: z.void(),
    status: 204,
  }),
  requests: endpoint({
    method: "GET",
    path: `${one}/requests`,
    summary: "List requests of an inbox bin",
    description:
      "Returns the requests that a bin received, newest first. The latest 200 are kept for three days.",
    ...reading,
    params: ById,
    query: z.object(PageQuery),
    response: InboxRequestPage,
  }),
  readRequest: endpoint({
    method: "GET",
    path: `${one}/requests/{number}`,
    summary: "Read a request of an inbox bin",
    description: "Returns one request with headers, body and the result of the signature check.",
    ...reading,
    params: ById.extend({
      number: z.coerce
        .number()
        .int()
        .min(1)
        .max(2_147_483_647)
        .describe("Number of the request in the bin, counted from 1"),
    }),
    response: InboxRequest,
  }),
  clear: endpoint({
    method: "DELETE",
    path: `${one}/requests`,
    summary: "Clear an inbox bin",
    description: "Deletes every request that a bin received. The bin stays.",
    ...writing,
    params: ById,
    response: z.void(),
    status: 204,
  }),
};
