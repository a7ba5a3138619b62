import { sql } from "drizzle-orm";

/**
 * SQL that ends the cool-down of an open circuit `r`, because a person asks for its probe. Halves the cool-down, which a probe
 * that fails doubles: asking must not make the next probe later.
 */
export const probeNow = sql`open_until = now(), cooldown_seconds = greatest(15, r.cooldown_seconds / 2)`;
