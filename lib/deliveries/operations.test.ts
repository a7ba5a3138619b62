import { expect, onTestFinished, test, vi } from "vitest";
import { claim } from "@/lib/queue/claim";
import { release } from "@/lib/queue/complete";
import { machineContext } from "@/tests/context";
import { countWaiting, freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { listDeliveries, readDelivery } from "./operations";

const { db, sql } = await freshDatabase();
const make = makers(sql);

test("a delivery is read without the requests and responses of its attempts, however many these are", async () => {
  const { id } = await make.delivery(await make.webhook());
  await sql`
    insert into attempts (delivery_id, number, trigger, started_at, duration_ms, status_code, error)
    values (${id}, 1, 'event', now(), 20, 500, 'It answered 500.')`;
  // Each attempt may have a response of 16 KiB.
  await sql`
    alter table attempts
      drop column request_headers, drop column response_headers, drop column response_body`;
  const { attemptLog } = await readDelivery(machineContext(db), id);
  expect(attemptLog).toEqual([
    expect.objectContaining({ number: 1, statusCode: 500, error: "It answered 500." }),
  ]);
});

test("a page of the log skips nothing if retention deletes rows of it meanwhile", async () => {
  const receiver = await make.webhook();
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.push((await make.delivery(receiver)).id);
  const [oldest, expired, newest] = ids;
  // In steps of a second, so that the order of the list does not depend on the speed of the machine.
  for (const [n, id] of ids.entries())
    await sql`
      update deliveries set status = 'failed', created_at = now() - ${3 - n} * interval '1 second'
      where id = ${id}`;
  const filter = { status: ["failed" as const], webhook: [receiver.id], limit: 1 };

  // The page is chosen by ids, then its rows are looked up with their queue: this lock lets the second part wait.
  const transaction = await sql.reserve();
  await transaction`begin`;
  await transaction`lock table queue in access exclusive mode`;
  const listing = listDeliveries(machineContext(db), filter);
  await eventually(async () => expect(await countWaiting(sql)).toBe(1));
  await transaction`delete from deliveries where id = ${expired!}`;
  await transaction`commit`;
  transaction.release();

  const { deliveries, nextCursor } = await listing;
  expect(deliveries).toMatchObject([{ id: newest }]);
  const rest = await listDeliveries(machineContext(db), { ...filter, cursor: nextCursor });
  expect(rest.deliveries).toMatchObject([{ id: oldest }]);
});

test("a resend over capacity is due since it was asked for, and not late", async () => {
  const receiver = await make.webhook({ maxConcurrency: 1 });
  await sql`
    insert into tally_times (grain, at, account_id, webhook_id, took, n)
    select 1, date_trunc('minute', now()) - n * interval '1 minute', ${receiver.accountId}, ${receiver.id}, ceil(ln(1000) / ln(1.1)), 60
    from generate_series(0, 9) n`;
  const longAgo = new Date(Date.now() - 180_000);
  const add = async (dueAt: Date, row: object) => {
    const { id } = await make.delivery(receiver, { dueAt });
    await sql`update queue set ${sql(row)} where delivery_id = ${id}`;
    return id;
  };
  const late = await add(longAgo, { trigger: "event" });
  const askedAt = new Date(Date.now() - 1000);
  // As a claim moves it.
  const resend = await add(new Date(+askedAt - 86_400_000), { trigger: "resend", lane: 1 });
  const waiting = await add(askedAt, { trigger: "resend", lane: 0 });
  const retried = await add(askedAt, { trigger: "resend", lane: 1 });
  const daysAgo = new Date(+askedAt - 2 * 86_400_000);
  const old = await add(daysAgo, { trigger: "resend", lane: 0 });

  const ctx = machineContext(db);
  const list = () => listDeliveries(ctx, { webhook: [receiver.id], limit: 9 });
  const shown = ({ deliveries }: Awaited<ReturnType<typeof list>>) =>
    deliveries.map(({ id, lateBy, nextAttemptAt }) => [id, lateBy, nextAttemptAt]);
  const expected = [
    [old, "concurrency", daysAgo],
    [retried, null, askedAt],
    [waiting, null, askedAt],
    [resend, null, askedAt],
    [late, "concurrency", longAgo],
  ];
  expect(shown(await list())).toEqual(expected);

  // The clock of the process changes nothing: due times are those of the database.
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  for (const stepMs of [-3_600_000, 3_600_000]) {
    vi.setSystemTime(+askedAt + stepMs);
    expect(shown(await list())).toEqual(expected);
  }
});

test("a resend over capacity that a worker gave back is due since then, also days later", async () => {
  const receiver = await make.webhook({ maxConcurrency: 1 });
  const { id } = await make.delivery(receiver, { trigger: "resend" });
  const other = await make.delivery(receiver);
  // As a claim moves them.
  await sql`update queue set lane = 1, due_at = due_at - interval '1 day' where delivery_id = ${id}`;
  await sql`update queue set lane = 1, due_at = now() - interval '1 hour' where delivery_id = ${other.id}`;
  for (const word of ["first", "again"]) {
    const { claimed } = await claim(sql, { lane: 1, limit: 9 });
    const ours = claimed.filter(({ webhookId }) => webhookId === receiver.id);
    expect(ours, word).toMatchObject([{ deliveryId: id }]);
    await release(sql, claimed);
  }

  const shown = async () => (await readDelivery(machineContext(db), id)).nextAttemptAt;
  const givenBackAt = await shown();
  await sql`update queue set due_at = due_at - interval '3 days' where delivery_id = ${id}`;
  expect(await shown()).toEqual(new Date(Number(givenBackAt) - 3 * 86_400_000));
});
