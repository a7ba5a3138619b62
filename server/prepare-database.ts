import postgres from "postgres";
import { connectDatabase, connectSql } from "@/db/client";
import { migrate } from "@/db/migrate";
import { bootstrap } from "@/lib/bootstrap";
import type { Environment } from "@/lib/env";
import { buildOnce } from "@/lib/tallies/rebuild";
import { reseal } from "@/lib/vault/reseal";
import { openVault, sealedPrefix } from "@/lib/vault/vault";
import { CannotStart } from "./cannot-start";
import { admitMasterKey } from "./master-key";

/** Brings the tables up to date, makes sure of the master key, and lets the first program and the first person in. */
export async function prepareDatabase(
  url: string,
  env: Environment,
  options: { apiKeyFile?: string },
): Promise<{ setupToken: string | null }> {
  await migrate(url).catch(refuse);
  const db = connectDatabase(url, 1);
  const sql = connectSql(url, 1);
  try {
    // What was logged before there were figures.
    await buildOnce(sql);
    const vault = openVault(env.MASTER_KEY);
    await admitMasterKey(db, vault);
    // What was written before there was encryption.
    await reseal(db, vault, sealedPrefix);
    return await bootstrap(db, env, options);
  } finally {
    await Promise.all([db.$client.end(), sql.end()]);
  }
}

function refuse(error: Error): never {
  const { cause } = error;
  const reason = cause instanceof postgres.PostgresError ? cause.message : error.message;
  throw new CannotStart(`The database could not be brought up to date: ${reason}.`);
}
