import { ne, sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { masterKeys } from "@/db/schema/master-keys";
import { nilId } from "@/lib/nil-id";
import { place } from "./place";
import { Unreadable } from "./unreadable";
import { prefixOf, type Vault } from "./vault";

/** Encrypted columns, each with the key of its row and the owner. */
const kept = [
  {
    table: "webhook_secrets",
    text: "secret",
    key: "id",
    owner: "webhook_id",
    at: place.webhookSecret,
  },
  {
    table: "account_secrets",
    text: "secret",
    key: "id",
    owner: "account_id",
    at: place.accountSecret,
  },
  {
    table: "webhook_headers",
    text: "headers",
    key: "webhook_id",
    owner: "webhook_id",
    at: place.webhookHeaders,
  },
  { table: "alert_receivers", text: "secret", key: "id", owner: "id", at: place.alertSecret },
];
type Kept = (typeof kept)[number];

type Row = { id: string; owner: string; was: string };
/** `unreadable` lists the owners of texts that no key decrypts. These texts are not changed. */
type Resealed = { count: number; unreadable: string[] };

const batch = 500;

/**
 * Encrypts every text again that is not encrypted with the first key of the vault, in batches. The run may be stopped
 * and repeated, and may run beside a working product: rows changed meanwhile are skipped.
 */
export async function reseal(db: Queries, vault: Vault): Promise<Resealed> {
  const prefix = prefixOf(vault.keyId);
  const done: Resealed = { count: 0, unreadable: [] };
  for (const one of kept) await resealTable(db, vault, prefix, one, done);
  return done;
}

async function resealTable(db: Queries, vault: Vault, prefix: string, one: Kept, done: Resealed) {
  const [table, text, key, owner] = [one.table, one.text, one.key, one.owner].map((name) =>
    sql.identifier(name),
  );
  let after: string = nilId;
  for (;;) {
    const rows = await db.execute<Row>(sql`
      select ${key} as id, ${owner} as owner, ${text} as was from ${table}
      where ${key} > ${after} and not starts_with(${text}, ${prefix})
      order by ${key} limit ${batch}`);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const changes = rows.flatMap((row) => change(vault, one, row, done));
    const changed = await db.execute(sql`
      update ${table} t set ${text} = g.becomes
      from json_to_recordset(${JSON.stringify(changes)}::json) as g(id uuid, was text, becomes text)
      where t.${key} = g.id and t.${text} = g.was`);
    done.count += changed.count;
  }
}

function change(vault: Vault, { at }: Kept, { id, owner, was }: Row, done: Resealed) {
  try {
    const here = at(owner, id);
    return [{ id, was, becomes: vault.seal(vault.open(was, here), here) }];
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    done.unreadable.push(owner);
    return [];
  }
}

/** Encrypts everything with the first key. Afterwards the other keys can be removed from MASTER_KEY. */
export async function retireKeys(db: Queries, vault: Vault): Promise<Resealed> {
  const resealed = await reseal(db, vault);
  await db.delete(masterKeys).where(ne(masterKeys.keyId, vault.keyId));
  return resealed;
}
