import * as z from "zod";
import { causes, deliveryStatuses, eventNames, triggers } from "@/db/enums";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById, Id } from "@/lib/protocol/ids";
import { PageQuery } from "@/lib/protocol/paging";
import { refuseOddTimes } from "@/lib/protocol/times";
import { MaskedUrl, present, Timestamp } from "@/lib/protocol/wire";
import { lateLimits } from "@/lib/queue/late-limits";
import { DeliveryChoice, filterWords, refuseEmptyMembers } from "./filter";

export const Delivery = z
  .object({
    id: Id,
    accountId: Id,
    eventId: Id,
    webhookId: present(Id).describe("Left out for a one-shot callback"),
    event: z.enum(eventNames),
    subject: present(z.string()).describe("Id of the video or avatar"),
    callbackUrl: MaskedUrl,
    trigger: z.enum(triggers),
    status: z.enum(deliveryStatuses).describe("pending until it is delivered, failed or cancelled"),
    attempts: z.int().describe("Attempts made so far"),
    cause: present(z.enum(causes)).describe("Cause of the last failure"),
    statusCode: present(z.int()).describe("Status of the last response"),
    durationMs: present(z.int()),
    sending: z.boolean().describe("An attempt is in flight"),
    nextAttemptAt: present(Timestamp).describe(
      "Left out when no attempt is planned, or while paused",
    ),
    lateBy: present(z.enum(lateLimits)).describe(
      "While it has been due for more than a minute because its webhook is late: the limit that is used up, `maxConcurrency` or `ratePerSecond`",
    ),
    createdAt: Timestamp,
    finishedAt: present(Timestamp),
  })
  .meta({ id: "Delivery" });

const Phases = z
  .object({
    dnsMs: present(z.int()).describe("Resolving the host name"),
    connectMs: present(z.int()).describe("Connecting"),
    tlsMs: present(z.int()).describe("TLS handshake"),
    firstByteMs: present(z.int()).describe("From the start of the request to the status line"),
  })
  .describe("A phase that did not happen is left out, as on a reused connection")
  .meta({ id: "AttemptPhases" });

const Attempt = z
  .object({
    number: z.int().describe("Counted per delivery, from 1"),
    trigger: z.enum(triggers),
    startedAt: Timestamp,
    durationMs: z.int(),
    phases: Phases,
    statusCode: present(z.int()),
    cause: present(z.enum(causes)),
    error: present(z.string()).describe("Reason of the failure, in one sentence"),
  })
  .meta({ id: "Attempt" });

const Headers = z
  .array(z.tuple([z.string(), z.string()]))
  .describe("Pairs of name and value, in order");

const AttemptRequest = z
  .object({
    method: z.literal("POST"),
    url: MaskedUrl,
    headers: Headers,
    body: z.string().describe("The body as sent"),
  })
  .meta({ id: "AttemptRequest" });

const AttemptResponse = z
  .object({
    statusCode: z.int(),
    headers: Headers,
    body: z.string().describe("The body as received, in the encoding that encoding names"),
    encoding: z.enum(["utf8", "base64"]).describe("base64 when the body is not UTF-8 text"),
    truncated: z.boolean().describe("Only the first 16 KiB are stored"),
  })
  .meta({ id: "AttemptResponse" });

const AttemptDetail = Attempt.extend({
  request: present(AttemptRequest).describe("Left out when nothing was sent"),
  response: present(AttemptResponse).describe("Left out when the receiver did not answer"),
}).meta({ id: "AttemptDetail" });

/** Attempts that a delivery lists. Resends are not limited. */
export const attemptsListed = 500;

const DeliveryDetail = Delivery.extend({
  data: z.record(z.string(), z.unknown()).describe("The event's data"),
  traceId: present(z.string()).describe("Id of the trace of the event; left out without telemetry"),
  attemptLog: z
    .array(Attempt)
    .describe(`Newest first, the latest ${attemptsListed}; attempts is the number of all`),
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

const DeliveryPage = z
  .object({ deliveries: z.array(Delivery), nextCursor: z.string().optional() })
  .meta({ id: "DeliveryPage" });

const DeliveryCount = z
  .object({
    count: z.int().describe("Matching deliveries, counted up to 10,000"),
    capped: z.boolean().describe("The number is higher than count"),
    tests: z.int().describe("Tests among the counted deliveries. Statistics leave them out"),
  })
  .meta({ id: "DeliveryCount" });

const DeliveryCancellationDraft = z
  .strictObject({ filter: DeliveryChoice })
  .check(refuseEmptyMembers)
  .meta({ id: "DeliveryCancellationDraft" });

const DeliveryCancellation = z
  .object({
    cancelled: z.int(),
    more: z.boolean().describe("Others match; send the request again"),
    runningReplays: present(z.int()).describe(
      "Running replays of the caller with deliveries left to queue, matching or not. They go on; cancel them one by one. Left out when there are none",
    ),
  })
  .meta({ id: "DeliveryCancellation" });

export const deliveriesApi = {
  list: endpoint({
    method: "GET",
    path: "/v1/deliveries",
    summary: "List deliveries",
    description:
      "Returns deliveries that match every given filter, newest first. A filter with several values matches any of them.",
    access: "deliveries:read",
    query: DeliveryFilter,
    response: DeliveryPage,
    load: "log",
    status: 200,
  }),
  count: endpoint({
    method: "GET",
    path: "/v1/deliveries/count",
    summary: "Count deliveries",
    description: "Returns how many deliveries match the filters. Counting stops at 10,000.",
    access: "deliveries:read",
    query: DeliveryChoice,
    response: DeliveryCount,
    load: "log",
    status: 200,
  }),
  exportAll: endpoint({
    method: "GET",
    path: "/v1/deliveries/export",
    summary: "Export deliveries",
    description:
      "Returns the matching deliveries, newest first, as a CSV or NDJSON file of at most 50,000 rows. The first line of the CSV names the columns, and text that a spreadsheet would take for a formula (it begins with =, +, -, @, a full-width form of these, a tab or a line end) has an apostrophe before it. A CSV file that a signed-in user exports begins with a byte order mark, by which spreadsheets recognise UTF-8, and its last line says if older deliveries are missing. Each line of the NDJSON is one Delivery. If the file breaks off, because the database does not answer or the process stops, the connection ends without the last chunk: clients report an error, such as curl with exit code 18.",
    access: "deliveries:read",
    query: z
      .strictObject({
        ...filterWords,
        format: z.enum(exportFormats).default("csv").describe("Format of the file"),
      })
      .check(refuseOddTimes),
    produces: Object.values(exportTypes),
    response: Delivery,
    load: "log",
    status: 200,
  }),
  read: endpoint({
    method: "GET",
    path: "/v1/deliveries/{id}",
    summary: "Read a delivery",
    description:
      "Returns one delivery with the data of its event and the log of its attempts, newest first.",
    access: "deliveries:read",
    params: ById,
    response: DeliveryDetail,
    status: 200,
  }),
  readAttempt: endpoint({
    method: "GET",
    path: "/v1/deliveries/{id}/attempts/{number}",
    summary: "Read an attempt",
    description:
      "Returns the exact request of one attempt and the response of the receiver. Values of custom headers are not shown.",
    access: "deliveries:read",
    params: ById.extend({
      number: z.coerce
        .number()
        .int()
        .min(1)
        .max(1_000_000)
        .describe("Number of the attempt, counted from 1"),
    }),
    response: AttemptDetail,
    status: 200,
  }),
  resend: endpoint({
    method: "POST",
    path: "/v1/deliveries/{id}/resend",
    summary: "Resend a delivery",
    description:
      "Sends the delivery once more, now, also while the webhook is paused. The webhook-id stays the same; the current callback URL and secrets are used.",
    errors: [40900],
    access: "deliveries:write",
    params: ById,
    response: Delivery,
    status: 202,
  }),
  cancel: endpoint({
    method: "POST",
    path: "/v1/deliveries/{id}/cancel",
    summary: "Cancel a delivery",
    description:
      "Stops the attempts of a pending delivery. Answers 409 when nothing is pending or a request is being sent.",
    errors: [40900],
    access: "deliveries:write",
    params: ById,
    response: Delivery,
    status: 200,
  }),
  cancelMatching: endpoint({
    method: "POST",
    path: "/v1/deliveries/cancel",
    summary: "Cancel deliveries",
    description:
      "Stops the attempts of at most 200 pending deliveries that match the filter; the empty filter matches all. Deliveries with a request in flight are left out. Send the request again while more is true.",
    access: "deliveries:write",
    body: DeliveryCancellationDraft,
    filtersByBody: true,
    response: DeliveryCancellation,
    load: "log",
    status: 200,
  }),
};
