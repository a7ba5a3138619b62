import * as z from "zod";
import { auditActions } from "@/db/audit-actions";
import { actorKinds } from "@/db/enums";
import { endpoint } from "@/lib/protocol/endpoint";
import { Id } from "@/lib/protocol/ids";
import { listOf } from "@/lib/protocol/list-of";
import { PageQuery } from "@/lib/protocol/paging";
import { refuseOddTimes, Time } from "@/lib/protocol/times";
import { lineOfAtMost, present, Timestamp } from "@/lib/protocol/wire";

const Values = z.record(z.string(), z.unknown()).optional();

const AuditActor = z
  .object({
    kind: z.enum(actorKinds).describe("Kind of actor"),
    id: present(Id),
    name: present(z.string()).describe("Name of the key, or e-mail address of the person"),
  })
  .meta({ id: "AuditActor" });

const AuditEntry = z
  .object({
    id: Id,
    accountId: present(Id).describe("Account of the target; left out when it belongs to none"),
    actor: AuditActor,
    action: z.enum(auditActions).describe("What was done"),
    targetId: present(Id).describe("Id of what was changed or revealed"),
    targetName: present(z.string()).describe(
      "Name of the target at that time: label or URL, name or e-mail address; left out when it has none",
    ),
    webhookId: present(Id),
    address: present(z.string()).describe("Client address of the request"),
    requestId: present(z.string()),
    before: Values.describe("Changed values before; secrets are masked"),
    after: Values.describe("Changed values after; secrets are masked"),
    createdAt: Timestamp,
  })
  .meta({ id: "AuditEntry" });

const AuditPage = z
  .object({ entries: z.array(AuditEntry), nextCursor: z.string().optional() })
  .meta({ id: "AuditPage" });

export const auditApi = {
  list: endpoint({
    method: "GET",
    path: "/v1/audit",
    summary: "List audit entries",
    description:
      "Returns changes and reveals with their actor and time, newest first. Secrets are masked.",
    access: "admin",
    query: z
      .strictObject({
        actor: lineOfAtMost(320).optional().describe("Id or name of a user or an API key"),
        action: listOf(auditActions),
        target: Id.optional().describe("Id of what was changed or revealed"),
        webhook: Id.optional(),
        request: lineOfAtMost(64).optional().describe("Id of the request"),
        account: Id.optional().describe("For callers with several accounts"),
        since: Time.optional().describe("Same as from"),
        from: Time.optional().describe("At this time or later"),
        to: Time.optional().describe("Before this time"),
        ...PageQuery,
      })
      .check(refuseOddTimes),
    response: AuditPage,
    load: "log",
    status: 200,
  }),
};
