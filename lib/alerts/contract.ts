import * as z from "zod";
import { alertKinds, alertStatuses, operationalEventKinds } from "@/db/alert-kinds";
import { CallbackUrl, callbackUrlBodyLimit } from "@/lib/protocol/callback-url";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById, Id } from "@/lib/protocol/ids";
import { present, Timestamp } from "@/lib/protocol/wire";

export const AlertReceiverDraft = z
  .strictObject({
    callbackUrl: CallbackUrl,
    kinds: z
      .array(z.enum(operationalEventKinds), { error: "Give a list of kinds" })
      .min(1, "Choose at least one kind of alert")
      .transform((kinds) => [...new Set(kinds)])
      .describe("Changes to send"),
  })
  .meta({ id: "AlertReceiverDraft" });
export type AlertReceiverDraft = z.output<typeof AlertReceiverDraft>;

const Alert = z
  .object({
    id: Id,
    kind: z.enum(alertKinds).describe("What changed; alert.test for a test"),
    reason: z.string().describe("Explanation in one sentence"),
    webhookId: present(Id).describe("Left out for tests"),
    label: present(z.string()).describe("Label of the webhook, if it had one"),
    callbackUrl: present(z.string()).describe(
      "Callback URL of the webhook at that time, without its query; left out for tests",
    ),
    status: z.enum(alertStatuses).describe("State of its delivery"),
    attempts: z.int(),
    nextAttemptAt: present(Timestamp),
    statusCode: present(z.int()).describe("Status of the last response"),
    error: present(z.string()).describe("Reason of the last failure, in one sentence"),
    createdAt: Timestamp,
  })
  .meta({ id: "Alert" });

const AlertDetail = Alert.extend({
  data: z.record(z.string(), z.unknown()).describe("Data of the alert, as it is sent"),
}).meta({ id: "AlertDetail" });

const AlertReceiver = z
  .object({
    callbackUrl: z.string(),
    kinds: z.array(z.enum(operationalEventKinds)).describe("Changes that are sent"),
    createdAt: Timestamp,
  })
  .meta({ id: "AlertReceiver" });

const Alerts = z
  .object({
    receiver: present(AlertReceiver).describe("Left out when none is set"),
    latest: z.array(Alert).describe("The last ten alerts, newest first"),
  })
  .meta({ id: "Alerts" });

const SentAlert = z.object({ id: Id }).meta({ id: "SentAlert" });

const AlertSecret = z
  .object({ secret: z.string(), createdAt: Timestamp })
  .meta({ id: "AlertSecret" });

export const alertsApi = {
  read: endpoint({
    method: "GET",
    path: "/v1/alerts",
    summary: "Read alert settings",
    description:
      "Returns the URL that receives alerts about webhook health, and the last ten alerts, newest first.",
    access: "admin",
    response: Alerts,
    status: 200,
  }),
  readOne: endpoint({
    method: "GET",
    path: "/v1/alerts/{id}",
    summary: "Read an alert",
    description: "Returns one alert with the data that it carries and the result of its delivery.",
    access: "admin",
    params: ById,
    response: AlertDetail,
    status: 200,
  }),
  set: endpoint({
    method: "PUT",
    path: "/v1/alerts",
    summary: "Set the alert receiver",
    description:
      "Sends changes of webhook health to a URL of the operators, with the retries of a delivery, signed with the secret of GET /v1/alerts/secret. The body is like that of a delivery: event is the kind, data has reason and createdAt; but for tests also webhookId, accountId, callbackUrl and label of the webhook, and details of the change.",
    errors: [40002],
    access: "admin",
    needsPassword: true,
    body: AlertReceiverDraft,
    bodyLimit: callbackUrlBodyLimit,
    response: Alerts,
    status: 200,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/v1/alerts",
    summary: "Remove the alert receiver",
    description:
      "Stops alerts. Alerts that wait to be sent are dropped. Answers 404 when there is no alert receiver.",
    errors: [40400],
    access: "admin",
    needsPassword: true,
    response: z.void(),
    status: 204,
  }),
  test: endpoint({
    method: "POST",
    path: "/v1/alerts/test",
    summary: "Send a test alert",
    description: "Sends one alert of the kind alert.test to the alert receiver.",
    errors: [40900],
    access: "admin",
    response: SentAlert,
    status: 202,
  }),
  reveal: endpoint({
    method: "GET",
    path: "/v1/alerts/secret",
    summary: "Reveal the alert secret",
    description:
      "Returns the secret that signs alerts. A session must have confirmed its password within the last 15 minutes. Answers 404 when there is no alert receiver.",
    errors: [40302, 40400, 40900],
    access: "admin",
    needsPassword: true,
    response: AlertSecret,
    status: 200,
  }),
};
