import { DrizzleQueryError } from "drizzle-orm";
import postgres from "postgres";
import { connectDatabase, type Database } from "@/db/client";
import { SchemaTooOld } from "@/db/schema-version";
import { admitKeys, WrongMasterKey } from "@/lib/vault/admit-keys";
import { openVault, type Vault } from "@/lib/vault/vault";
import { CannotStart } from "@/server/supervisor/cannot-start";

/** @throws CannotStart if secrets in the database are encrypted with other keys, SchemaTooOld without their table */
export async function admitMasterKey(db: Database, vault: Vault): Promise<void> {
  await admitKeys(db, vault).catch(refuseKeys);
}

/** Throws an error of `admitKeys` or `checkKeys` again, as CannotStart or SchemaTooOld if a person can fix it. */
export function refuseKeys(error: unknown): never {
  if (error instanceof WrongMasterKey) throw new CannotStart(error.message);
  const { cause } = error instanceof DrizzleQueryError ? error : { cause: error };
  const isOld = cause instanceof postgres.PostgresError && cause.code === undefinedTable;
  throw isOld ? new SchemaTooOld() : error;
}
const undefinedTable = "42P01";

/** Same check on a connection of its own. */
export async function checkMasterKey(url: string, masterKey: string): Promise<void> {
  const db = connectDatabase(url, 1);
  await admitMasterKey(db, openVault(masterKey)).finally(() => db.$client.end());
}
