import { z } from "zod";
import { alertKinds, alertStatuses, operationalEventKinds } from "@/db/enums";
import { CallbackUrl } from "@/lib/protocol/callback-url";
import { endpoint } from "@/lib/protocol/endpoint";
import { Id } from "@/lib/protocol/ids";
import { present, Timestamp } from "@/lib/protocol/wire";

export const AlertReceiverDraft = z
  .strictObject({
    callbackUrl: CallbackUrl,
    kinds: z
      .array(z.enum(operationalEventKinds), { error: "Give a list of kinds" })
      .min(1, "Choose at least one kind of news")
      .transform((kinds) => [...new Set(kinds)]),
  })
  .meta({ id: "AlertReceiverDraft" });
export type AlertReceiverDraft = z.output<typeof AlertReceiverDraft>;

const Alert = z
  .object({
    id: Id,
    kind: z.enum(alertKinds),
    reason: z.string().describe("In words, for a person"),
    status: z.enum(alertStatuses),
    attempts: z.int(),
    nextAttemptAt: present(Timestamp),
    statusCode: present(z.int()).describe("What the last attempt was answered"),
    error: present(z.string()).describe("Why the last attempt failed, in a sentence"),
    createdAt: Timestamp,
  })
  .meta({ id: "Alert" });

export const Alerts = z
  .object({
    receiver: present(
      z.object({
        callbackUrl: z.string(),
        kinds: z.array(z.enum(operationalEventKinds)),
        createdAt: Timestamp,
      }),
    ).describe("Left out while nobody is told"),
    latest: z.array(Alert).describe("The last ten, newest first"),
  })
  .meta({ id: "Alerts" });

export const alertsApi = {
  read: endpoint({
    method: "GET",
    path: "/v1/alerts",
    summary: "Who is told of changes in webhooks' health, and what was told last",
    access: "admin",
    response: Alerts,
    status: 200,
  }),
  set: endpoint({
    method: "PUT",
    path: "/v1/alerts",
    summary: "Have changes of webhooks' health told to an address of the operators' own, signed",
    access: "admin",
    body: AlertReceiverDraft,
    response: Alerts,
    status: 200,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/v1/alerts",
    summary: "Tell nobody any more; what waits to be told is dropped",
    access: "admin",
    response: z.void(),
    status: 204,
  }),
  test: endpoint({
    method: "POST",
    path: "/v1/alerts/test",
    summary: "Send a test alert",
    access: "admin",
    response: z.object({ id: Id }),
    status: 202,
  }),
  reveal: endpoint({
    method: "GET",
    path: "/v1/alerts/secret",
    summary: "Reveal the secret that alerts are signed with",
    access: "admin",
    response: z.object({ secret: z.string(), createdAt: Timestamp }),
    status: 200,
  }),
};
