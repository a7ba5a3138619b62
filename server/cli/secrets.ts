import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { workers } from "@/db/schema/upkeep";
import { retireKeys } from "@/lib/vault/reseal";
import { openVault, type Vault } from "@/lib/vault/vault";
import { CannotStart } from "@/server/supervisor/cannot-start";
import { admitMasterKey } from "./admit-master-key";
import { fileOf, readMasterKey } from "./master-key";
import { type Printing, printResult } from "./print";
import { readSettings } from "./settings";
import { withDatabase } from "./with-database";

/** Encrypts all secrets with the first key of `MASTER_KEY`, so that others can be removed. */
export async function rewrapSecrets(printing: Printing): Promise<void> {
  await withDatabase(async (db) => {
    const vault = await existingVault();
    await assertWorkersHold(db, vault.keyId);
    await admitMasterKey(db, vault);
    const { count, unreadable } = await retireKeys(db, vault);
    const owners = [...new Set(unreadable)];
    const lines = [
      `${count} re-encrypted; all now use the key ${vault.keyId}.`,
      ...(owners.length > 0
        ? [`Unreadable with any key, and left unchanged: secrets of ${owners.join(", ")}.`]
        : []),
    ];
    const result = { count, key: vault.keyId, unreadable: owners };
    printResult(result, lines.join("\n"), printing);
  });
}

/** @throws CannotStart if the installation has no key. One created now would be the key of no secret. */
async function existingVault(): Promise<Vault> {
  const settings = readSettings();
  const keys = await readMasterKey(settings);
  if (keys !== null) return openVault(keys);
  throw new CannotStart(
    `There is no master key in ${fileOf(settings)}. Restore the file, or set MASTER_KEY.`,
  );
}

/**
 * A worker without the key could sign nothing more: each of its deliveries would fail.
 * @throws CannotStart
 */
async function assertWorkersHold(db: Database, keyId: string): Promise<void> {
  const [without] = await db
    .select({ host: workers.host, pid: workers.pid })
    .from(workers)
    .where(
      sql`${workers.beatAt} > now() - interval '10 seconds' and ${keyId} <> all(${workers.masterKeys})`,
    )
    .limit(1);
  if (!without) return;
  throw new CannotStart(
    `A running worker (${without.host}, process ${without.pid}) does not have the key ${keyId} yet, and its deliveries would fail. Start every process with both keys in MASTER_KEY first, then run this again. Nothing was changed.`,
  );
}
