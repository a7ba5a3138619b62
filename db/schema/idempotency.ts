import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt } from "../columns";

/** First response to a request with an `Idempotency-Key`, written in the transaction of the operation. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    /** The account; for callers with access to all accounts, the key or the user. */
    scope: text().notNull(),
    key: text().notNull(),
    /** Keyed digest of the request (`lib/idempotency/fingerprint.ts`), to detect reuse of the key for another request. */
    fingerprint: text().notNull(),
    status: integer().notNull(),
    /** JSON; null when the response contained a secret, which is shown once. */
    answer: text(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.scope, t.key] }),
    // Expired rows are deleted oldest first.
    index("idempotency_keys_age").on(t.createdAt),
  ],
);
