import { sql } from "drizzle-orm";
import type { Database, Queries } from "@/db/client";
import { advisoryLocks } from "@/db/locks";
import { masterKeys } from "@/db/schema/master-keys";
import { place } from "./place";
import { Unreadable } from "./unreadable";
import type { Vault } from "./vault";

/**
 * The secrets of this database are encrypted with other keys. The message is for the operator who starts the process.
 */
export class WrongMasterKey extends Error {}

const known = "Postback";

/**
 * Checks that the vault has every key that this database uses, and stores a proof of the current one.
 * @throws WrongMasterKey
 */
export async function admitKeys(db: Database, vault: Vault): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.masterKeys})`);
    await checkKeys(tx, vault);
    const { keyId } = vault;
    const proof = vault.seal(known, place.proof(keyId));
    await tx.insert(masterKeys).values({ keyId, proof }).onConflictDoNothing();
  });
}

/**
 * Checks that the vault has every key that this database uses. Changes nothing.
 * @throws WrongMasterKey
 */
export async function checkKeys(db: Queries, vault: Vault): Promise<void> {
  for (const { keyId, proof } of await db.select().from(masterKeys)) check(vault, keyId, proof);
}

function check(vault: Vault, keyId: string, proof: string): void {
  if (!vault.holds(keyId)) {
    throw new WrongMasterKey(
      `MASTER_KEY cannot decrypt all secrets in this database: it lacks the key ${keyId}. Set that key, or add it after a comma while you replace it. Without DATABASE_URL, restore the file master-key in the data folder.`,
    );
  }
  try {
    if (vault.open(proof, place.proof(keyId)) === known) return;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
  }
  throw new WrongMasterKey(`The database's proof of the master key ${keyId} was changed.`);
}
