import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../columns";

/** Failed and pending sign-ins by address and by e-mail, counted before the password is checked. */
export const signInFailures = pgTable("sign_in_failures", {
  /** `address …` or `email …`, the latter as a hash: the typed text may be a password. */
  subject: text().primaryKey(),
  failures: integer().notNull(),
  since: instant().notNull(),
  /** Attempts before this time are refused. */
  blockedUntil: instant(),
});
