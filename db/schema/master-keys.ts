import { pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "../columns";

/** Proofs of master keys that have encrypted data: a known text, encrypted with each. Never contains a key. */
export const masterKeys = pgTable("master_keys", {
  keyId: text().primaryKey(),
  proof: text().notNull(),
  createdAt: createdAt(),
});
