import { pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "../columns";

/** Which master keys have encrypted something here: a known text, encrypted with each. Never a key itself. */
export const masterKeys = pgTable("master_keys", {
  keyId: text().primaryKey(),
  proof: text().notNull(),
  createdAt: createdAt(),
});
