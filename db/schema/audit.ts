import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { auditActions } from "../audit-actions";
import { createdAt, id } from "../columns";
import { actorKinds } from "../enums";

/**
 * Audit log, written in the transaction of the action. Triggers refuse changes. It references no table, because it
 * outlives the rows it describes. It contains no secret: sensitive values are masked before they are written.
 */
export const auditLog = pgTable(
  "audit_log",
  {
    id: id(),
    /** Account of the target; null for targets without an account, such as operators and service keys. */
    accountId: uuid(),
    actorKind: text({ enum: actorKinds }).notNull(),
    /** Id of the key or the user. */
    actorId: uuid(),
    /** Name of the key, or e-mail address; for a failed sign-in the address that was tried. */
    actorName: text(),
    action: text({ enum: auditActions }).notNull(),
    targetId: uuid(),
    /** Name of the target at the time of the entry, without the query of a URL. */
    targetName: text(),
    /** The webhook concerned, also if the target is one of its deliveries. */
    webhookId: uuid(),
    address: text(),
    requestId: text(),
    /** JSON text: changed values, before and after. */
    before: text(),
    after: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index("audit_log_recent").on(t.createdAt, t.id),
    index("audit_log_account").on(t.accountId, t.createdAt, t.id),
    index("audit_log_webhook").on(t.webhookId, t.createdAt, t.id),
    index("audit_log_request").on(t.requestId),
    index("audit_log_target").on(t.targetId, t.createdAt, t.id),
    index("audit_log_actor").on(t.actorId, t.createdAt, t.id),
  ],
);
