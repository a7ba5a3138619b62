import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys } from "@/db/schema/accounts";
import { log } from "@/lib/log";

const gatherMs = 1000;
const minuteMs = 60_000;

const used = new Set<string>();

/** Notes that a key was used, beside the request: once a minute for each, and one statement for all of a second. */
export function noteUse(db: Database, id: string, last: Date | null): void {
  if (last && Date.now() - last.getTime() < minuteMs) return;
  if (used.size === 0) setTimeout(() => write(db), gatherMs).unref();
  used.add(id);
}

function write(db: Database): void {
  const ids = JSON.stringify([...used]);
  used.clear();
  db.update(apiKeys)
    .set({ lastUsedAt: sql`now()` })
    .where(
      sql`${apiKeys.id} in (select value::uuid from json_array_elements_text(${ids}::json))
        and (${apiKeys.lastUsedAt} is null or ${apiKeys.lastUsedAt} < now() - interval '1 minute')`,
    )
    .catch((error: unknown) => log.warn({ err: error }, "last use of keys not noted"));
}
