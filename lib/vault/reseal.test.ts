import { randomBytes } from "node:crypto";
import type { SQL } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { admitKeys } from "./admit-keys";
import { place } from "./place";
import { reseal, retireKeys } from "./reseal";
import { openVault } from "./vault";

const { db, sql } = await freshDatabase();
const make = makers(sql);
const newKey = () => randomBytes(32).toString("base64");
const [oldKey, newerKey] = [newKey(), newKey()];
const [older, newer, both] = [oldKey, newerKey, `${newerKey},${oldKey}`].map(openVault);

beforeEach(() => sql`truncate accounts, master_keys, alert_receivers cascade`);

/** Returns every encrypted text as stored. */
async function everything(): Promise<string[]> {
  const rows = await sql`
    select secret as text from webhook_secrets union all select secret from account_secrets
    union all select headers from webhook_headers union all select secret from alert_receivers`;
  return rows.map(({ text }) => text);
}

async function plainRows(count: number) {
  const webhook = await make.webhook();
  await sql`insert into webhook_headers values (${webhook.id}, '{"x-tenant":"7"}')`;
  await sql`
    insert into account_secrets (id, account_id, secret, valid_until)
    select new_id(), ${webhook.accountId}, 'whsec_' || n, now() from generate_series(1, ${count}) n`;
  return webhook;
}

test("texts are encrypted in batches, each bound to its place", async () => {
  const webhook = await plainRows(1100);

  expect(await reseal(db, older!)).toEqual({ count: 1102, unreadable: [] });

  expect((await everything()).filter((text) => !text.startsWith(`v1:${older!.keyId}:`))).toEqual(
    [],
  );
  const [secret] = await sql`select * from webhook_secrets`;
  const here = place.webhookSecret(webhook.id, secret!.id);
  expect(older!.open(secret!.secret, here)).toBe(webhook.secret);
  const [headers] = await sql`select * from webhook_headers`;
  expect(older!.open(headers!.headers, place.webhookHeaders(webhook.id))).toBe('{"x-tenant":"7"}');
  const [mine] = await sql`select * from account_secrets order by id limit 1`;
  expect(older!.open(mine!.secret, place.accountSecret(webhook.accountId, mine!.id))).toBe(
    "whsec_1",
  );
  expect(await reseal(db, older!)).toEqual({ count: 0, unreadable: [] });
});

test("a new key takes over everything, and the old one may go", async () => {
  await plainRows(1);
  await sql`
    insert into alert_receivers (id, callback_url, kinds, secret)
    values (new_id(), 'https://pager.example/', '{webhook.failing}', 'whsec_alerts')`;
  await admitKeys(db, older!);
  await reseal(db, older!);
  await expect(admitKeys(db, newer!)).rejects.toThrow(`it lacks the key ${older!.keyId}`);
  await admitKeys(db, both!);
  await expect(admitKeys(db, older!)).rejects.toThrow(`it lacks the key ${newer!.keyId}`);

  expect(await retireKeys(db, both!)).toEqual({ count: 4, unreadable: [] });

  await admitKeys(db, newer!);
  const texts = await everything();
  expect(texts.filter((text) => text.startsWith(`v1:${newer!.keyId}:`))).toHaveLength(4);
});

test("a secret that changes while it is encrypted again keeps its change", async () => {
  await make.webhook();
  let statements = 0;
  const execute = async (query: SQL) => {
    const rows = await db.execute(query);
    // The first statement reads the secret.
    if (++statements === 1) await sql`update webhook_secrets set secret = 'whsec_changed'`;
    return rows;
  };
  await reseal(Object.create(db, { execute: { value: execute } }), older!);
  expect(await everything()).toEqual(["whsec_changed"]);
});

test("texts that no key decrypts are reported and unchanged; the others are encrypted", async () => {
  const [broken, sound] = [await plainRows(0), await plainRows(0)];
  await reseal(db, older!);
  await sql`update webhook_secrets set secret = 'v1:00000000:AAAA' where webhook_id = ${broken.id}`;

  expect(await retireKeys(db, both!)).toEqual({ count: 3, unreadable: [broken.id] });

  const left = await sql`select webhook_id from webhook_secrets where secret = 'v1:00000000:AAAA'`;
  expect(left.map(({ webhookId }) => webhookId)).toEqual([broken.id]);
  const [other] = await sql`select secret from webhook_secrets where webhook_id = ${sound.id}`;
  expect(other?.secret).toContain(newer!.keyId);
});

test("a proof that was changed is not accepted", async () => {
  await admitKeys(db, older!);
  const stray = older!.seal("Postback", "elsewhere");
  await sql`update master_keys set proof = ${stray}`;
  await expect(admitKeys(db, older!)).rejects.toThrow("was changed");
});

test("of processes that start at once with different keys, one is admitted", async () => {
  const starts = await Promise.allSettled([admitKeys(db, older!), admitKeys(db, newer!)]);
  expect(starts.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});
