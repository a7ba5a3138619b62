import { expect, test } from "vitest";
import { updateAccountLimits } from "@/lib/account-limits/operations";
import { machineContext } from "@/tests/context";
import { countWaiting, freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { renameAccount } from "./operations";

const { db, sql } = await freshDatabase();
const make = makers(sql);
const ctx = machineContext(db);

type Transaction = Awaited<ReturnType<typeof sql.reserve>>;

/** Starts a change while the transaction of another one is open. Returns the change after that transaction has committed. */
async function duringAnother<T>(
  other: (transaction: Transaction) => Promise<unknown>,
  change: () => Promise<T>,
): Promise<PromiseSettledResult<T>> {
  const transaction = await sql.reserve();
  await transaction`begin`;
  await other(transaction);
  const changing = Promise.allSettled([change()]);
  await eventually(async () => expect(await countWaiting(sql)).toBe(1));
  await transaction`commit`;
  transaction.release();
  const [result] = await changing;
  return result!;
}

test("of two accounts that get one name at the same time, one is refused", async () => {
  const id = await make.account();
  const result = await duringAnother(
    (transaction) => transaction`insert into accounts (id, name) values (new_id(), 'Acme')`,
    () => renameAccount(ctx, id, { name: "Acme" }),
  );
  expect(result).toMatchObject({ reason: { code: 40900, issues: [{ path: "name" }] } });
});

test("a new name is audited with the name that it replaced", async () => {
  const id = await make.account();
  const result = await duringAnother(
    (transaction) => transaction`update accounts set name = 'Between' where id = ${id}`,
    () => renameAccount(ctx, id, { name: "After" }),
  );
  expect(result).toMatchObject({ status: "fulfilled", value: { name: "After" } });
  expect(await sql`select before, after from audit_log where account_id = ${id}`).toEqual([
    { before: '{"name":"Between"}', after: '{"name":"After"}' },
  ]);
});

test("a change of limits is audited with the values that it found", async () => {
  const id = await make.account();
  const result = await duringAnother(
    async (transaction) => {
      await transaction`select from accounts where id = ${id} for no key update`;
      await transaction`insert into account_limits (account_id, burst) values (${id}, 5)`;
    },
    () => updateAccountLimits(ctx, id, { burst: 7 }),
  );
  expect(result).toMatchObject({ status: "fulfilled", value: { burst: 7 } });
  expect(await sql`select before, after from audit_log where account_id = ${id}`).toEqual([
    { before: '{"burst":5}', after: '{"burst":7}' },
  ]);
});
