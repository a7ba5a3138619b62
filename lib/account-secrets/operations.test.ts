import { expect, test } from "vitest";
import { oneShotTargets } from "@/lib/events/one-shots";
import { webhookChanges } from "@/lib/queue/notify";
import { machineContext } from "@/tests/context";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { revealAccountSecret, rotateAccountSecret } from "./operations";

const { db, sql } = await freshDatabase();
const make = makers(sql);
const ctx = machineContext(db);
const hour = 3600;
const rotate = (id: string, overlapSeconds: 0 | 3600 | 604_800) =>
  rotateAccountSecret(ctx, id, { overlapSeconds });
const valid = async (id: string) =>
  (
    await sql`
    select from account_secrets where account_id = ${id} and coalesce(valid_until > now(), true)`
  ).length;

test("concurrent rotations are run one after the other", async () => {
  const id = await make.account();
  const made = await Promise.all([rotate(id, hour), rotate(id, hour), rotate(id, hour)]);
  expect(new Set(made.map(({ secret }) => secret)).size).toBe(3);
  expect(made.map(({ secret }) => secret)).toContain((await revealAccountSecret(ctx, id)).secret);
  expect(await valid(id)).toBe(4);
});

test("older secrets end with the overlap at the latest", async () => {
  const id = await make.account();
  await rotate(id, 604_800);
  await rotate(id, hour);
  expect(await valid(id)).toBe(3);
  const [left] = await sql`
    select max(valid_until) <= now() + interval '1 hour' as soon from account_secrets where account_id = ${id}`;
  expect(left).toEqual({ soon: true });
  await rotate(id, 0);
  expect(await valid(id)).toBe(1);
});

test("a longer overlap does not lengthen an earlier one", async () => {
  const id = await make.account();
  await rotate(id, hour);
  await rotate(id, 604_800);
  const ends = await sql`
    select valid_until <= now() + interval '1 hour' as soon from account_secrets
    where account_id = ${id} order by created_at`;
  expect(ends).toEqual([{ soon: true }, { soon: false }, { soon: null }]);
});

test("an eleventh valid secret is refused", async () => {
  const id = await make.account();
  for (let n = 0; n < 9; n++) await rotate(id, hour);
  await expect(rotate(id, hour)).rejects.toMatchObject({ code: 40901 });
  expect(await valid(id)).toBe(10);
  await rotate(id, 0);
  expect(await valid(id)).toBe(1);
});

test("targets of one-shot callbacks get the valid secrets of their own account, with their ends", async () => {
  const [one, other] = [await make.account(), await make.account()];
  await rotate(one, 604_800);
  await sql`update account_secrets set valid_until = now() where valid_until is not null and account_id = ${one}`;
  const drafts = [one, other].map((accountId) => ({
    accountId,
    callbackUrl: "https://hooks.example/",
  }));
  await oneShotTargets(ctx, { drafts, accountOf: ({ accountId }) => accountId, path: () => "" });
  const copies = (id: string) => sql`
    select s.valid_until > now() as ends from webhook_secrets s join webhooks w on w.id = s.webhook_id
    where w.account_id = ${id} order by s.created_at`;
  expect([await copies(one), await copies(other)]).toEqual([[{ ends: null }], [{ ends: null }]]);
  await rotate(other, hour);
  expect([await copies(one), await copies(other)]).toEqual([
    [{ ends: null }],
    [{ ends: true }, { ends: null }],
  ]);
});

test("workers are notified of targets whose secret was rotated, and not of those that are created or deleted", async () => {
  const accountId = await make.account();
  const notified: string[] = [];
  const listening = await sql.listen(webhookChanges, (id) => void notified.push(id));
  const notifiedBy = async (work: () => Promise<unknown>) => {
    notified.length = 0;
    await work();
    await sql.notify(webhookChanges, "end");
    await eventually(() => expect(notified).toContain("end"));
    return notified.filter((id) => id !== "end");
  };
  const draft = { callbackUrl: "https://hooks.example/once" };
  const asked = { drafts: [draft], accountOf: () => accountId, path: () => "" };

  expect(await notifiedBy(() => oneShotTargets(ctx, asked))).toEqual([]);
  const [target] = await sql`select id from webhooks where account_id = ${accountId}`;
  expect(await notifiedBy(() => rotate(accountId, 0))).toEqual([target!.id]);
  expect(await notifiedBy(() => sql`delete from webhooks where id = ${target!.id}`)).toEqual([]);
  const made = await notifiedBy(() => make.webhook({ accountId }));
  const [hook] = await sql`select id from webhooks where account_id = ${accountId}`;
  expect(made).toEqual([hook!.id]);
  const deleted = await notifiedBy(
    () => sql`delete from webhook_secrets where webhook_id = ${hook!.id}`,
  );
  expect(deleted).toEqual([hook!.id]);
  await listening.unlisten();
});
