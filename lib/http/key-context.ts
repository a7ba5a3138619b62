import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import { apiKeys } from "@/db/schema/accounts";
import { hashKey, isWellFormed } from "@/lib/api-keys/key";
import type { Context, Origin } from "@/lib/context";
import { env } from "@/lib/env";
import type { Access } from "@/lib/protocol/endpoint";
import { assertAccess } from "./access";
import { database, queue } from "./database";
import { noteUse } from "./key-uses";
import { countRequest, refuseKey } from "./request-limits";
import { sharedRead } from "./shared-read";

/** Missing, mistyped, unknown, expired and revoked keys all get the same answer. */
export async function contextOfKey(
  key: string,
  access: Access,
  origin: Origin,
  headers: Headers,
): Promise<Context> {
  const found = isOurs(key) && (await validKey(hashKey(key)));
  if (!found) throw refuseKey(origin.address);
  noteUse(database(), found, origin.address);
  const { accountId, scopes } = found;
  countRequest(found.id, access, headers);
  assertAccess(scopes, access);
  const actor = { kind: "key" as const, keyId: found.id, name: found.name };
  return { ...origin, db: database(), queue: queue(), accountId, actor, scopes };
}

/** What is none of ours is known without the database. */
function isOurs(key: string): boolean {
  return isWellFormed(key) || key === env().BOOTSTRAP_API_KEY;
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
  return found;
});
