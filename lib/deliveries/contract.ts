import { z } from "zod";
import { causes, deliveryStatuses, eventNames, triggers } from "@/db/enums";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById, Id } from "@/lib/protocol/ids";
import { PageQuery } from "@/lib/protocol/paging";
import { refuseOddTimes } from "@/lib/protocol/times";
import { MaskedUrl, present, Timestamp } from "@/lib/protocol/wire";
import { DeliveryChoice, filterWords } from "./filter";

export const Delivery = z
  .object({
    id: Id,
    accountId: Id,
    eventId: Id,
    webhookId: present(Id).describe("Left out of one that went to its event's own callbackUrl"),
    event: z.enum(eventNames),
    callbackUrl: MaskedUrl,
    trigger: z.enum(triggers),
    status: z.enum(deliveryStatuses),
    attempts: z.int().describe("Attempts made so far"),
    cause: present(z.enum(causes)).describe("Why the last attempt failed"),
    statusCode: present(z.int()).describe("What the last attempt was answered"),
    durationMs: present(z.int()),
    sending: z.boolean().describe("An attempt is under way"),
    nextAttemptAt: present(Timestamp).describe("Left out when none is due, or while paused"),
    createdAt: Timestamp,
    finishedAt: present(Timestamp),
  })
  .meta({ id: "Delivery" });

const Phases = z
  .object({
    dnsMs: present(z.int()),
    connectMs: present(z.int()),
    tlsMs: present(z.int()),
    firstByteMs: present(z.int()).describe("From the start of the request to the status line"),
  })
  .describe("Left out what was not gone through, as on a connection kept from an earlier attempt");

const Attempt = z
  .object({
    number: z.int(),
    trigger: z.enum(triggers),
    startedAt: Timestamp,
    durationMs: z.int(),
    phases: Phases,
    statusCode: present(z.int()),
    cause: present(z.enum(causes)),
    error: present(z.string()).describe("The failure in a sentence"),
  })
  .meta({ id: "Attempt" });

const Headers = z.array(z.tuple([z.string(), z.string()])).describe("Name and value, in order");

const AttemptDetail = Attempt.extend({
  request: present(
    z.object({ method: z.literal("POST"), url: MaskedUrl, headers: Headers, body: z.string() }),
  ).describe("Left out when nothing was sent"),
  response: present(
    z.object({
      statusCode: z.int(),
      headers: Headers,
      body: z.string(),
      encoding: z.enum(["utf8", "base64"]).describe("base64 when the body is not UTF-8 text"),
      truncated: z.boolean().describe("Only the beginning was kept: 16 KiB at most"),
    }),
  ),
}).meta({ id: "AttemptDetail" });

const DeliveryDetail = Delivery.extend({
  data: z.record(z.string(), z.unknown()).describe("The event's data"),
  attemptLog: z.array(Attempt).describe("Newest first"),
}).meta({ id: "DeliveryDetail" });

export const exportFormats = ["csv", "ndjson"] as const;
export type ExportFormat = (typeof exportFormats)[number];
export const exportTypes: Record<ExportFormat, string> = {
  csv: "text/csv; charset=utf-8",
  ndjson: "application/x-ndjson",
};

export const DeliveryFilter = z
  .strictObject({
    ...filterWords,
    ...PageQuery,
  })
  .check(refuseOddTimes);
export type DeliveryFilter = z.output<typeof DeliveryFilter>;

export const deliveriesApi = {
  list: endpoint({
    method: "GET",
    path: "/v1/deliveries",
    summary: "Deliveries, newest first",
    access: "deliveries:read",
    query: DeliveryFilter,
    response: z.object({ deliveries: z.array(Delivery), nextCursor: z.string().optional() }),
    status: 200,
  }),
  count: endpoint({
    method: "GET",
    path: "/v1/deliveries/count",
    summary: "How many deliveries match, counted to 10,000",
    access: "deliveries:read",
    query: DeliveryChoice,
    response: z.object({
      count: z.int(),
      capped: z.boolean().describe("There are more than count says"),
    }),
    status: 200,
  }),
  exportAll: endpoint({
    method: "GET",
    path: "/v1/deliveries/export",
    summary: "The deliveries that match, newest first, as a file of at most 50,000 rows",
    access: "deliveries:read",
    query: z
      .strictObject({ ...filterWords, format: z.enum(exportFormats).default("csv") })
      .check(refuseOddTimes),
    produces: Object.values(exportTypes),
    response: Delivery,
    status: 200,
  }),
  read: endpoint({
    method: "GET",
    path: "/v1/deliveries/{id}",
    summary: "One delivery with its event and attempts",
    access: "deliveries:read",
    params: ById,
    response: DeliveryDetail,
    status: 200,
  }),
  readAttempt: endpoint({
    method: "GET",
    path: "/v1/deliveries/{id}/attempts/{number}",
    summary: "One attempt: the exact request and what was answered",
    access: "deliveries:read",
    params: ById.extend({ number: z.coerce.number().int().min(1).max(1_000_000) }),
    response: AttemptDetail,
    status: 200,
  }),
  resend: endpoint({
    method: "POST",
    path: "/v1/deliveries/{id}/resend",
    summary: "Send once more, now, also while the webhook is paused",
    access: "deliveries:write",
    params: ById,
    response: Delivery,
    status: 202,
  }),
  cancel: endpoint({
    method: "POST",
    path: "/v1/deliveries/{id}/cancel",
    summary: "Stop the attempts of a pending delivery",
    access: "deliveries:write",
    params: ById,
    response: Delivery,
    status: 200,
  }),
};
