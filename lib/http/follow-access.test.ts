import { afterAll, beforeAll, expect, test } from "vitest";
import { onAccessChange } from "@/lib/changes/access";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { followAccess } from "./follow-access";

const { url, sql } = await freshDatabase();
const make = makers(sql);
const access = followAccess(url);
afterAll(() => access.stop());

const heard: string[] = [];
onAccessChange("key", (id) => heard.push(`key ${id}`));
onAccessChange("account", (id) => heard.push(`account ${id}`));
onAccessChange("limits", (id) => heard.push(`limits ${id}`));

/** Listening begins a moment after the start: changes the limits of an account until a change is heard. */
beforeAll(async () => {
  const id = await make.account();
  await eventually(async () => {
    await setBurst(id);
    expect(heard).toContain(`limits ${id}`);
  });
});

const setBurst = (id: string) => sql`
  insert into account_limits (account_id, burst) values (${id}, 1)
  on conflict (account_id) do update set burst = account_limits.burst + 1`;
const heardOf = (id: string) => heard.filter((notice) => notice.endsWith(id));

test("each change of the limits of an account is notified", async () => {
  const id = await make.account();
  await setBurst(id);
  await setBurst(id);
  await sql`delete from account_limits where account_id = ${id}`;
  await eventually(() =>
    expect(heardOf(id)).toEqual([`account ${id}`, ...Array(3).fill(`limits ${id}`)]),
  );
});

test("a key is notified when it is revoked, and not when it is used", async () => {
  const [{ id }] = await sql<[{ id: string }]>`
    insert into api_keys (id, name, key_hash, prefix, last4, scopes)
    values (new_id(), 'pipeline', 'hash', 'pbk', 'last', '{events:write}') returning id`;
  await sql`update api_keys set last_used_at = now() where id = ${id}`;
  await sql`update api_keys set revoked_at = now() where id = ${id}`;
  await sql`delete from api_keys where id = ${id}`;
  await eventually(() => expect(heardOf(id)).toEqual(Array(2).fill(`key ${id}`)));
});

test("a new account is notified once", async () => {
  const id = await make.account();
  await sql`update accounts set name = ${id} where id = ${id}`;
  await setBurst(id);
  await eventually(() => expect(heardOf(id)).toEqual([`account ${id}`, `limits ${id}`]));
});
