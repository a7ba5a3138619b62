import { retireKeys } from "@/lib/vault/reseal";
import { openVault } from "@/lib/vault/vault";
import { admitMasterKey } from "./admit-master-key";
import { requireMasterKey } from "./master-key";
import { type Printing, printResult } from "./print";
import { readSettings } from "./settings";
import { withDatabase } from "./with-database";

/** Encrypts all secrets with the first key of `MASTER_KEY`, so that others can be removed. */
export async function rewrapSecrets(printing: Printing): Promise<void> {
  const vault = openVault(await requireMasterKey(readSettings()));
  await withDatabase(async (db) => {
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
