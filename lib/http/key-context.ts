import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys } from "@/db/schema/accounts";
import { hashKey, isWellFormed } from "@/lib/api-keys/key";
import type { Context, Origin } from "@/lib/context";
import { env } from "@/lib/env";
import type { Access } from "@/lib/protocol/endpoint";
import { assertAccess } from "./access";
import { callerPoolOf, database, type Pool, queue } from "./database";
import { noteUse } from "./key-uses";
import { countRequest, refuseKey } from "./request-limits";
import { sharedRead } from "./shared-read";

/**
 * Returns the Context of an API key.
 * @throws Problem 40100, the same for missing, mistyped, unknown, expired and revoked keys
 */
export async function contextOfKey(
  key: string,
  access: Access,
  origin: Origin,
  headers: Headers,
): Promise<Context> {
  const pool = callerPoolOf(access);
  const found = isOurs(key) && (await validKey[pool](hashKey(key)));
  if (!found) throw refuseKey(origin.address);
  noteUse(database(), found, origin.address);
  const { accountId, scopes } = found;
  countRequest(found.id, access, headers);
  assertAccess(scopes, access);
  const actor = { kind: "key" as const, keyId: found.id, name: found.name };
  return { ...origin, db: database(pool), queue: queue(), accountId, actor, scopes };
}

/** Returns whether a text can be one of our keys, without asking the database. */
function isOurs(key: string): boolean {
  return isWellFormed(key) || key === env().BOOTSTRAP_API_KEY;
}

/** Looks up valid keys by hash. Concurrent requests with one key share a look-up that started after each of them. */
const validKey = { general: lookUpIn("general"), publishing: lookUpIn("publishing") };

function lookUpIn(pool: Pool) {
  return sharedRead((keyHash) => lookUp(database(pool), keyHash));
}

async function lookUp(db: Database, keyHash: string) {
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
}
