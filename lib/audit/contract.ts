import { z } from "zod";
import { actorKinds, auditActions } from "@/db/enums";
import { endpoint } from "@/lib/protocol/endpoint";
import { Id } from "@/lib/protocol/ids";
import { listOf } from "@/lib/protocol/list-of";
import { PageQuery } from "@/lib/protocol/paging";
import { refuseOddTimes } from "@/lib/protocol/times";
import { present, Timestamp } from "@/lib/protocol/wire";

const Values = z.record(z.string(), z.unknown()).optional();

export const AuditEntry = z
  .object({
    id: Id,
    accountId: present(Id).describe("Whose thing it was; left out of what belongs to no account"),
    actor: z.object({
      kind: z.enum(actorKinds),
      id: present(Id),
      name: present(z.string()).describe("A key's name or an e-mail address"),
    }),
    action: z.enum(auditActions),
    targetId: present(Id),
    webhookId: present(Id),
    address: present(z.string()).describe("Where the request came from"),
    requestId: present(z.string()),
    before: Values.describe("What changed, as it was; secrets are masked"),
    after: Values.describe("What changed, as it is; secrets are masked"),
    createdAt: Timestamp,
  })
  .meta({ id: "AuditEntry" });

export const auditApi = {
  list: endpoint({
    method: "GET",
    path: "/v1/audit",
    summary: "Who did what, newest first",
    access: "admin",
    query: z
      .strictObject({
        actor: z.string().max(320).optional().describe("The id or the name of a user or a key"),
        action: listOf(auditActions),
        target: Id.optional(),
        webhook: Id.optional(),
        request: z.string().max(64).optional().describe("The id of the request that did it"),
        account: Id.optional().describe("For who sees several"),
        since: Timestamp.optional().describe("The same as from"),
        from: Timestamp.optional().describe("Done at that time or later"),
        to: Timestamp.optional().describe("Done before that time"),
        ...PageQuery,
      })
      .check(refuseOddTimes),
    response: z.object({ entries: z.array(AuditEntry), nextCursor: z.string().optional() }),
    status: 200,
  }),
};
