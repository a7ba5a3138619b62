import { and, eq, getTableColumns, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys } from "@/db/schema/accounts";
import { onlyAccount } from "@/lib/accounts/account-for";
import { hashKey, isWellFormed } from "@/lib/api-keys/key";
import { recentKeys, type ValidKey, validKeys } from "@/lib/api-keys/recent-keys";
import type { Context, RequestSource } from "@/lib/context";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import type { ResponseHeaders } from "@/lib/protocol/response-headers";
import { assertAccess } from "./access";
import type { ApiRequest } from "./api-request";
import { beforeClose, callerPoolOf, database, type Pool, queue } from "./database";
import { countRequest, refuseKey } from "./request-limits";
import { sharedRead } from "./shared-read";

/**
 * Returns the Context of an API key.
 * @throws Problem 40100, the same for missing, mistyped, unknown, expired and revoked keys
 */
export async function contextOfKey(
  key: string,
  apiRequest: ApiRequest,
  source: RequestSource,
  headers: ResponseHeaders,
): Promise<Context> {
  const { access } = apiRequest.endpoint;
  const pool = callerPoolOf(access);
  const found = isOurs(key) && (await validKey(pool, hashKey(key)));
  if (!found) throw refuseKey(source.address);
  noteUse(found, source.address);
  const { accountId, onlyAccountId, scopes } = found;
  const actor = { kind: "key" as const, keyId: found.id, name: found.name };
  apiRequest.caller = { actor, accountId };
  countRequest(found, access, headers);
  assertAccess(scopes, access);
  return { db: database(pool), queue: queue(), accountId, onlyAccountId, actor, scopes, ...source };
}

/** Returns whether a text can be one of our keys, without asking the database. */
function isOurs(key: string): boolean {
  return isWellFormed(key) || key === env().BOOTSTRAP_API_KEY;
}

/**
 * Returns a valid key. Publishing accepts one that was looked up within the last second; everything else looks it up.
 * Concurrent requests with one key share a look-up that started after each of them.
 */
function validKey(pool: "publishing" | "general", keyHash: string): Promise<ValidKey | undefined> {
  return pool === "publishing"
    ? recentKeys().get(keyHash, lookUps.publishing)
    : lookUps.general(keyHash);
}

const lookUps = { general: lookUpIn("general"), publishing: lookUpIn("publishing") };

function lookUpIn(pool: Pool) {
  return sharedRead((keyHash) => lookUp(database(pool), keyHash));
}

async function lookUp(db: Database, keyHash: string): Promise<ValidKey | undefined> {
  const [found] = await db
    .select({
      ...getTableColumns(apiKeys),
      expiresInMs: sql<
        number | null
      >`(extract(epoch from ${apiKeys.expiresAt} - now()) * 1000)::float8`,
      onlyAccountId: sql<
        string | null
      >`case when ${apiKeys.accountId} is null then ${onlyAccount} end`,
    })
    .from(apiKeys)
    .where(and(eq(apiKeys.keyHash, keyHash), validKeys));
  return found;
}

const gatherMs = 1000;
const minuteMs = 60_000;

/** Each key with the address of its latest request. */
const used = new Map<string, string | null>();

beforeClose(write);

/** Records that a key was used, outside the request: at most once a minute for each key, in one statement a second. */
function noteUse(
  { id, lastUsedAt: last }: Pick<typeof apiKeys.$inferSelect, "id" | "lastUsedAt">,
  address: string | undefined,
): void {
  if (last && Date.now() - last.getTime() < minuteMs) return;
  if (used.size === 0) setTimeout(write, gatherMs).unref();
  used.set(id, address ?? null);
}

async function write(): Promise<void> {
  if (used.size === 0) return;
  const uses = JSON.stringify(Object.fromEntries(used));
  used.clear();
  await database()
    .update(apiKeys)
    .set({ lastUsedAt: sql`now()`, lastUsedFrom: sql`${uses}::jsonb ->> ${apiKeys.id}::text` })
    .where(
      sql`${apiKeys.id} in (select key::uuid from jsonb_object_keys(${uses}::jsonb) as key)
        and (${apiKeys.lastUsedAt} is null or ${apiKeys.lastUsedAt} < now() - interval '1 minute')`,
    )
    .catch((error: unknown) => log.warn({ err: error }, "recording key use failed"));
}
