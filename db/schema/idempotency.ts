import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt } from "../columns";

/** The first answer to a request with an `Idempotency-Key`, written in the transaction of its effect. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    /** The account; for who sees every account, the key or the person. */
    scope: text().notNull(),
    key: text().notNull(),
    /** SHA-256 of what was asked: the same key with another request is a mistake. */
    fingerprint: text().notNull(),
    status: integer().notNull(),
    /** JSON; null when the answer held a secret, which is shown once. */
    answer: text(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.scope, t.key] }),
    // Those past their day are cleared away oldest first.
    index("idempotency_keys_age").on(t.createdAt),
  ],
);
