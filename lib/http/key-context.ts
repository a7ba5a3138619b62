import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys } from "@/db/schema/accounts";
import { hashKey, isWellFormed } from "@/lib/api-keys/key";
import type { Context, Origin } from "@/lib/context";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import type { Access } from "@/lib/protocol/endpoint";
import { Problem } from "@/lib/protocol/problem";
import { assertAccess } from "./access";
import { database, queue } from "./database";
import { sharedRead } from "./shared-read";

/** Missing, mistyped, unknown, expired and revoked keys all get the same answer. */
export async function contextOfKey(key: string, access: Access, origin: Origin): Promise<Context> {
  if (!isWellFormed(key) && key !== env().BOOTSTRAP_API_KEY) throw new Problem(40100);
  const found = await validKey(hashKey(key));
  if (!found) throw new Problem(40100);
  const { accountId, scopes } = found;
  assertAccess(scopes, access);
  const actor = { kind: "key" as const, keyId: found.id, name: found.name };
  return { ...origin, db: database(), queue: queue(), accountId, actor, scopes };
}

/** By its hash. A busy program's requests share a look-up, and none hears of a key what was true before. */
const validKey = sharedRead(async (keyHash) => {
  const db = database();
  const [found] = await db
    .select()
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.keyHash, keyHash),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)),
      ),
    );
  if (found) noteUse(db, found.id, found.lastUsedAt);
  return found;
});

const minuteMs = 60_000;

/** At most once a minute, beside the request, which never fails for it. */
function noteUse(db: Database, id: string, last: Date | null): void {
  if (last && Date.now() - last.getTime() < minuteMs) return;
  db.update(apiKeys)
    .set({ lastUsedAt: sql`now()` })
    .where(eq(apiKeys.id, id))
    .catch((error: unknown) => log.warn({ err: error }, "last use of a key not noted"));
}
