import { afterAll, expect, test, vi } from "vitest";
import { onAccessChange } from "@/lib/changes/access";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { followAccess } from "./follow-access";

const { url, sql } = await freshDatabase();
const make = makers(sql);
const access = followAccess(url);
afterAll(() => access.stop());

const heard: string[] = [];
onAccessChange("key", (id) => heard.push(`key ${id}`));
onAccessChange("limits", (id) => heard.push(`limits ${id}`));

/** Runs changes until one is heard, since listening begins a moment after the start. */
async function expectHeard(notice: string, change: () => Promise<unknown>): Promise<void> {
  await vi.waitFor(async () => {
    await change();
    expect(heard).toContain(notice);
  });
}

test("each change of the limits of an account is notified", async () => {
  const id = await make.account();
  await expectHeard(
    `limits ${id}`,
    () => sql`
      insert into account_limits (account_id, burst) values (${id}, 1)
      on conflict (account_id) do update set burst = account_limits.burst + 1`,
  );
  heard.length = 0;
  await sql`delete from account_limits where account_id = ${id}`;
  await vi.waitFor(() => expect(heard).toEqual([`limits ${id}`]));
});

test("a key is notified when it is revoked, and not when it is used", async () => {
  const [key] = await sql<[{ id: string }]>`
    insert into api_keys (id, name, key_hash, prefix, last4, scopes)
    values (new_id(), 'pipeline', 'hash', 'pbk', 'last', '{events:write}') returning id`;
  heard.length = 0;
  await sql`update api_keys set last_used_at = now() where id = ${key.id}`;
  await sql`update api_keys set revoked_at = now() where id = ${key.id}`;
  await vi.waitFor(() => expect(heard).toEqual([`key ${key.id}`]));
  await sql`delete from api_keys where id = ${key.id}`;
  await vi.waitFor(() => expect(heard).toEqual([`key ${key.id}`, `key ${key.id}`]));
});
