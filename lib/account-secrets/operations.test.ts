import { expect, test } from "vitest";
import type { Queries } from "@/db/client";
import { oneShotTargets } from "@/lib/events/one-shots";
import { accountSecretChanges, webhookChanges } from "@/lib/queue/notify";
import { openSecret } from "@/lib/secrets/sealed-secret";
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

const targetsOf = (accountId: string, count: number) =>
  oneShotTargets(ctx, {
    drafts: Array.from({ length: count }, (_, n) => ({
      callbackUrl: `https://hooks.example/${n}`,
    })),
    accountOf: () => accountId,
    path: () => "",
  });

/** Returns the number of rows that a transaction writes. */
function rowsWritten(work: (tx: Queries) => Promise<unknown>): Promise<number> {
  return db.transaction(async (tx) => {
    const count = async () => {
      const [row] = await tx.execute<{ rows: number }>(
        `select sum(n_tup_ins + n_tup_upd + n_tup_del)::int as rows from pg_stat_xact_user_tables`,
      );
      return row?.rows ?? 0;
    };
    const before = await count();
    await work(tx);
    return (await count()) - before;
  });
}

// With 100,000 targets, changing each took 20 s, and a request may take 8.
test.each([3600, 0] as const)(
  "a rotation writes a few rows, however many one-shot callbacks there are (overlap of %i s)",
  async (overlapSeconds) => {
    const id = await make.account();
    await targetsOf(id, 500);
    const written = await rowsWritten((tx) =>
      rotateAccountSecret({ ...ctx, db: tx }, id, { overlapSeconds }),
    );
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(10);
  },
);

// Workers of version 0.1.0 sign with them, while they are replaced during an upgrade.
test("new targets of one-shot callbacks get copies of the valid secrets of their own account, with their ends", async () => {
  const [one, other] = [await make.account(), await make.account()];
  await rotate(one, 604_800);
  await sql`update account_secrets set valid_until = now() where valid_until is not null and account_id = ${one}`;
  await targetsOf(one, 1);
  await targetsOf(other, 1);
  const { secret: first } = await revealAccountSecret(ctx, other);
  const { secret: second } = await rotate(other, hour);
  await targetsOf(other, 2);
  const copies = (id: string, n: number) => sql<
    { id: string; webhookId: string; secret: string }[]
  >`
    select s.id, s.webhook_id, s.secret, s.valid_until > now() as ends from webhook_secrets s join webhooks w on w.id = s.webhook_id
    where w.account_id = ${id} and w.callback_url = ${`https://hooks.example/${n}`} order by s.created_at`;
  expect([await copies(one, 0), await copies(other, 0)]).toMatchObject([
    [{ ends: null }],
    [{ ends: null }],
  ]);
  expect((await copies(other, 1)).map(openSecret)).toMatchObject([
    { ends: true, secret: first },
    { ends: null, secret: second },
  ]);
});

test("a rotation notifies workers of the account; a new target or a first secret does not", async () => {
  const accountId = await make.account();
  const notified: string[] = [];
  const channels = [webhookChanges, accountSecretChanges];
  const listening = await Promise.all(
    channels.map((channel) => sql.listen(channel, (id) => void notified.push(id))),
  );
  const notifiedBy = async (work: () => Promise<unknown>) => {
    notified.length = 0;
    await work();
    for (const channel of channels) await sql.notify(channel, "end");
    await eventually(() => expect(notified.filter((id) => id === "end")).toHaveLength(2));
    return notified.filter((id) => id !== "end");
  };

  expect(await notifiedBy(() => targetsOf(accountId, 1))).toEqual([]);
  const [target] = await sql`select id from webhooks where account_id = ${accountId}`;
  expect(await notifiedBy(() => rotate(accountId, hour))).toEqual([accountId]);
  expect(await notifiedBy(() => rotate(accountId, 0))).toEqual([accountId]);
  expect(await notifiedBy(() => sql`delete from webhooks where id = ${target!.id}`)).toEqual([]);
  const made = await notifiedBy(() => make.webhook({ accountId }));
  const [hook] = await sql`select id from webhooks where account_id = ${accountId}`;
  expect(made).toEqual([hook!.id]);
  const deleted = await notifiedBy(
    () => sql`delete from webhook_secrets where webhook_id = ${hook!.id}`,
  );
  expect(deleted).toEqual([hook!.id]);
  await Promise.all(listening.map(({ unlisten }) => unlisten()));
});
