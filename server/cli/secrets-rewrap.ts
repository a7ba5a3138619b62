import { retireKeys } from "@/lib/vault/reseal";
import { openVault } from "@/lib/vault/vault";
import { runCommand } from "./entry";
import { admitMasterKey, requireMasterKey } from "./master-key";
import { readSettings } from "./settings";
import { withDatabase } from "./with-database";

/** `npm run secrets:rewrap`: encrypts all secrets with the first key of `MASTER_KEY`, so that others can be removed. */
await runCommand(async () => {
  const vault = openVault(await requireMasterKey(readSettings()));
  await withDatabase(async (db) => {
    await admitMasterKey(db, vault);
    const { count, unreadable } = await retireKeys(db, vault);
    console.log(`${count} re-encrypted; all now use the key ${vault.keyId}.`);
    if (unreadable.length === 0) return;
    const owners = [...new Set(unreadable)].join(", ");
    console.log(`Unreadable with any key, and left unchanged: secrets of ${owners}.`);
  });
});
