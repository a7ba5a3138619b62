import postgres from "postgres";
import { connectDatabase } from "@/db/client";
import { migrate } from "@/db/migrate";
import { SchemaMismatch } from "@/db/schema-version";
import { bootstrap } from "@/lib/bootstrap";
import type { Environment } from "@/lib/env";
import { openVault } from "@/lib/vault/vault";
import { CannotStart } from "@/server/supervisor/cannot-start";
import { admitMasterKey } from "./admit-master-key";

/** Migrates, checks the master key, and creates the first API key and the first administrator's sign-up. */
export async function prepareDatabase(
  url: string,
  env: Environment,
  options: { apiKeyFile?: string },
): Promise<{ setupToken: string | null }> {
  await migrate(url).catch(refuse);
  const db = connectDatabase(url, 1);
  try {
    await admitMasterKey(db, openVault(env.MASTER_KEY));
    return await bootstrap(db, env, options);
  } finally {
    await db.$client.end();
  }
}

function refuse(error: Error): never {
  if (error instanceof SchemaMismatch) throw error;
  const { cause } = error;
  const reason = cause instanceof postgres.PostgresError ? cause.message : error.message;
  throw new CannotStart(`The database could not be brought up to date: ${reason}.`);
}
