import { z } from "zod";
import { operationalEventKinds } from "@/db/enums";
import { endpoint } from "@/lib/protocol/endpoint";
import { Id } from "@/lib/protocol/ids";
import { listOf } from "@/lib/protocol/list-of";
import { PageQuery } from "@/lib/protocol/paging";
import { Timestamp } from "@/lib/protocol/wire";

export const OperationalEvent = z
  .object({
    id: Id,
    accountId: Id,
    webhookId: Id,
    kind: z.enum(operationalEventKinds),
    reason: z.string().describe("In words, for a person"),
    details: z.record(z.string(), z.unknown()).describe("Figures of the change, by name"),
    createdAt: Timestamp,
  })
  .meta({ id: "OperationalEvent" });

export const operationalEventsApi = {
  list: endpoint({
    method: "GET",
    path: "/v1/operational-events",
    summary: "Changes of webhooks' health, newest first",
    access: "deliveries:read",
    query: z.strictObject({
      webhook: Id.optional(),
      kind: listOf(operationalEventKinds),
      since: Timestamp.optional(),
      ...PageQuery,
    }),
    response: z.object({
      operationalEvents: z.array(OperationalEvent),
      nextCursor: z.string().optional(),
    }),
    status: 200,
  }),
};
