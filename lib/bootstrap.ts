import { readFile, writeFile } from "node:fs/promises";
import { lt, ne, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Database } from "@/db/client";
import { scopes } from "@/db/enums";
import { advisoryLocks } from "@/db/locks";
import { accounts, apiKeys, setupTokens, users } from "@/db/schema/accounts";
import { sampleAccount } from "@/lib/accounts/sample-account";
import { hashKey, hintOf, newApiKey } from "./api-keys/key";
import { audit } from "./audit/audit";
import type { Environment } from "./env";
import { hashToken, newToken } from "./session/token";
import { insertUser } from "./users/insert-user";
import { isOperator } from "./users/members";
import { hashPassword } from "./users/password";

type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/**
 * Creates what an installation needs before its first request: an account, an API key and a setup token. Idempotent,
 * and safe in concurrent processes. A trial stores an API key of its own in `apiKeyFile`. Returns the setup token, or
 * null once there is an operator.
 */
export async function bootstrap(
  db: Database,
  env: Environment,
  { apiKeyFile }: { apiKeyFile?: string } = {},
): Promise<{ setupToken: string | null }> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.setup})`);
    const own = await tx.$count(accounts, ne(accounts.id, sampleAccount.id));
    if (own === 0) await tx.insert(accounts).values({ name: "Default" });
    if (env.BOOTSTRAP_API_KEY) await issueKey(tx, "bootstrap", env.BOOTSTRAP_API_KEY);
    if (apiKeyFile) await issueKey(tx, "trial", await keyIn(apiKeyFile));
    if ((await tx.$count(users, isOperator)) > 0) return { setupToken: null };
    if (env.ADMIN_EMAIL && env.ADMIN_PASSWORD) {
      await createAdmin(tx, env.ADMIN_EMAIL, env.ADMIN_PASSWORD);
      return { setupToken: null };
    }
    return { setupToken: await addSetupToken(tx) };
  });
}

/** Adds a service key with every scope. A revoked key stays revoked. */
async function issueKey(tx: Transaction, name: string, key: string) {
  const hint = hintOf(key);
  const row = { name, scopes: [...scopes], keyHash: hashKey(key), createdBy: "Postback", ...hint };
  const [admitted] = await tx.insert(apiKeys).values(row).onConflictDoNothing().returning();
  if (!admitted) return;
  const after = { name, scopes: admitted.scopes, ...hint };
  await audit(systemContext(tx), { action: "api_key.issued", target: admitted.id, after });
}

/** Returns the Context of changes made from the environment at the start. */
function systemContext(db: Transaction) {
  return { db, accountId: null, actor: { kind: "system" as const }, requestId: uuidv7() };
}

async function keyIn(file: string): Promise<string> {
  const kept = await readFile(file, "utf8").catch(() => "");
  if (kept) return kept.trim();
  const key = newApiKey();
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  return key;
}

async function createAdmin(tx: Transaction, email: string, password: string) {
  const draft = { email, role: "admin" as const };
  const { id } = await insertUser(tx, draft, await hashPassword(password));
  await audit(systemContext(tx), { action: "user.created", target: id, after: draft });
}

/** Adds a setup token. Tokens of other processes stay valid. */
async function addSetupToken(tx: Transaction): Promise<string> {
  const token = newToken();
  await tx.delete(setupTokens).where(lt(setupTokens.expiresAt, sql`now()`));
  await tx
    .insert(setupTokens)
    .values({ tokenHash: hashToken(token), expiresAt: sql`now() + interval '30 minutes'` });
  return token;
}
