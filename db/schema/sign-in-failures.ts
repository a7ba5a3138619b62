import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../columns";

/** Sign-ins that failed or are being decided, by address and by e-mail; counted before a password is looked at. */
export const signInFailures = pgTable("sign_in_failures", {
  /** `address …` or `email …`, the latter as a hash: what was typed there may be anything. */
  subject: text().primaryKey(),
  failures: integer().notNull(),
  since: instant().notNull(),
  /** Until then nothing is tried for it. */
  blockedUntil: instant(),
});
