import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys } from "@/db/schema/accounts";
import { log } from "@/lib/log";

const gatherMs = 1000;
const minuteMs = 60_000;

/** Each key with the address of its latest request. */
const used = new Map<string, string | null>();

/** Records that a key was used, outside the request: at most once a minute for each key, in one statement a second. */
export function noteUse(
  db: Database,
  { id, lastUsedAt: last }: Pick<typeof apiKeys.$inferSelect, "id" | "lastUsedAt">,
  address: string | undefined,
): void {
  if (last && Date.now() - last.getTime() < minuteMs) return;
  if (used.size === 0) setTimeout(() => write(db), gatherMs).unref();
  used.set(id, address ?? null);
}

function write(db: Database): void {
  const uses = JSON.stringify(Object.fromEntries(used));
  used.clear();
  db.update(apiKeys)
    .set({ lastUsedAt: sql`now()`, lastUsedFrom: sql`${uses}::jsonb ->> ${apiKeys.id}::text` })
    .where(
      sql`${apiKeys.id} in (select key::uuid from jsonb_object_keys(${uses}::jsonb) as key)
        and (${apiKeys.lastUsedAt} is null or ${apiKeys.lastUsedAt} < now() - interval '1 minute')`,
    )
    .catch((error: unknown) => log.warn({ err: error }, "recording key use failed"));
}
