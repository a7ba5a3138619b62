import { ne } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { masterKeys } from "@/db/schema/master-keys";
import { type Resealed, reseal } from "./reseal";
import type { Vault } from "./vault";

/** Encrypts everything with the first key. Afterwards the other keys can be removed from MASTER_KEY. */
export async function retireKeys(db: Queries, vault: Vault): Promise<Resealed> {
  const resealed = await reseal(db, vault);
  await db.delete(masterKeys).where(ne(masterKeys.keyId, vault.keyId));
  return resealed;
}
