import { retireKeys } from "@/lib/vault/retire-keys";
import { openVault } from "@/lib/vault/vault";
import { enter } from "./entry";
import { admitMasterKey, requireMasterKey } from "./master-key";
import { readSettings } from "./settings";
import { withDatabase } from "./with-database";

/** `npm run secrets:rewrap`: encrypts all secrets with the first key of `MASTER_KEY`, so that the others may go. */
await enter(async () => {
  const vault = openVault(await requireMasterKey(readSettings()));
  await withDatabase(async (db) => {
    await admitMasterKey(db, vault);
    const { count, unreadable } = await retireKeys(db, vault);
    console.log(`${count} encrypted anew; all are encrypted with the key ${vault.keyId} now.`);
    if (unreadable.length === 0) return;
    const whose = [...new Set(unreadable)].join(", ");
    console.log(`Not readable with any key, and left as they are: those of ${whose}.`);
  });
});
