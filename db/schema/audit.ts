import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "../columns";
import { actorKinds, auditActions } from "../enums";

/**
 * Who did what, written in the transaction of the deed. Triggers refuse to change it. It refers to nothing, for it
 * outlives all that it tells of, and holds no secret: values that may be one are masked before they come here.
 */
export const auditLog = pgTable(
  "audit_log",
  {
    id: id(),
    /** Whose thing it was; null of what belongs to no account, such as operators and service keys. */
    accountId: uuid(),
    actorKind: text({ enum: actorKinds }).notNull(),
    /** The key or the user. */
    actorId: uuid(),
    /** The key's name, or an e-mail address; of a failed sign-in the one that was tried. */
    actorName: text(),
    action: text({ enum: auditActions }).notNull(),
    targetId: uuid(),
    /** The webhook it was about, also where the target is one of its deliveries. */
    webhookId: uuid(),
    address: text(),
    requestId: text(),
    /** JSON text: what changed, as it was and as it is. */
    before: text(),
    after: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index("audit_log_recent").on(t.createdAt, t.id),
    index("audit_log_account").on(t.accountId, t.createdAt, t.id),
    index("audit_log_webhook").on(t.webhookId, t.createdAt, t.id),
    index("audit_log_request").on(t.requestId),
    index("audit_log_actor").on(t.actorId, t.createdAt, t.id),
  ],
);
