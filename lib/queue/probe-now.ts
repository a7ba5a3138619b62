import { sql } from "drizzle-orm";
import { queue } from "@/db/schema/deliveries";
import { webhooks } from "@/db/schema/webhooks";

/**
 * SQL that ends the cool-down of an open circuit `r`, because a person asks for its probe. Halves the cool-down, which a probe
 * that fails doubles: asking must not make the next probe later.
 */
export const probeNow = sql`open_until = now(), cooldown_seconds = greatest(15, r.cooldown_seconds / 2)`;

/**
 * SQL that is true while the circuit `r` cools down. It is false while a probe is in flight: the claim set `open_until` to the end
 * of its lease, and until then no other request may follow. `offset 0` keeps it a look-up in `queue_slow` for each circuit.
 */
export const isCoolingDown = sql`r.allowance = 0 and r.open_until > now() and not exists (
  select from ${queue} q
  where q.lane = 1 and q.account_id = (select account_id from ${webhooks} where id = r.webhook_id)
    and q.webhook_id = r.webhook_id and q.due_at = r.open_until and q.leased offset 0)`;
