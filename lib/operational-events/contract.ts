import * as z from "zod";
import { operationalEventKinds } from "@/db/alert-kinds";
import { actorKinds } from "@/db/enums";
import { endpoint } from "@/lib/protocol/endpoint";
import { Id } from "@/lib/protocol/ids";
import { listOf } from "@/lib/protocol/list-of";
import { PageQuery } from "@/lib/protocol/paging";
import { Time } from "@/lib/protocol/times";
import { present, Timestamp } from "@/lib/protocol/wire";

const EventActor = z
  .object({
    kind: z.enum(actorKinds).describe("Kind of actor"),
    name: present(z.string()).describe(
      "Name of the key, or e-mail address of the person; addresses are left out for keys of an account without the scope admin",
    ),
  })
  .meta({ id: "OperationalEventActor" });

const OperationalEvent = z
  .object({
    id: Id,
    accountId: Id,
    webhookId: Id,
    kind: z.enum(operationalEventKinds).describe("What changed"),
    reason: z.string().describe("Explanation in one sentence"),
    details: z.record(z.string(), z.unknown()).describe("Figures of the change by name"),
    actor: present(EventActor).describe("Who paused or resumed; left out for other changes"),
    createdAt: Timestamp,
  })
  .meta({ id: "OperationalEvent" });

const OperationalEventPage = z
  .object({ operationalEvents: z.array(OperationalEvent), nextCursor: z.string().optional() })
  .meta({ id: "OperationalEventPage" });

export const operationalEventsApi = {
  list: endpoint({
    method: "GET",
    path: "/v1/operational-events",
    summary: "List operational events",
    description:
      "Returns changes of webhook health, newest first: failing, recovered, paused, resumed and the like.",
    access: "deliveries:read",
    query: z.strictObject({
      account: Id.optional().describe("For callers with several accounts"),
      webhook: Id.optional(),
      kind: listOf(operationalEventKinds),
      since: Time.optional().describe("At this time or later"),
      ...PageQuery,
    }),
    response: OperationalEventPage,
    load: "log",
    status: 200,
  }),
};
