import { beforeEach, expect, test } from "vitest";
import type { AttemptResult } from "@/lib/queue/attempt-result";
import { claim } from "@/lib/queue/claim";
import { completeDeliveries } from "@/lib/queue/complete";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";
import { resend } from "@/lib/queue/resend";
import { type SentResult, sentResult } from "@/lib/queue/result";
import { advance } from "@/lib/replays/advance";
import { expireTallies } from "@/lib/retention/expire";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { fold } from "./fold";
import { oneShotsWebhookId } from "./one-shots";
import { rebuild } from "./rebuild";

const { sql, db } = await freshDatabase();
const make = makers(sql);
const answer: AttemptResult = {
  cause: null,
  error: null,
  statusCode: 204,
  startedAt: new Date(),
  durationMs: 40,
  phases: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null },
  requestHeaders: null,
  responseHeaders: null,
  responseBody: null,
  truncated: false,
  retryAfterMs: null,
};
const refusal: AttemptResult = { ...answer, cause: "http_5xx", statusCode: 503, durationMs: 900 };
type Ended = (claimed: LeasedDelivery) => SentResult;
const arrived: Ended = (claimed) => sentResult(claimed, answer, { kind: "delivered" });
const again: Ended = (claimed) => sentResult(claimed, refusal, { kind: "retry", delayMs: 0 });
const givenUp: Ended = (claimed) => sentResult(claimed, refusal, { kind: "failed" });

beforeEach(async () => {
  await sql`
    truncate attempts, deliveries, queue, events, tallies, tally_times, tally_entries, replays, replay_items`;
});

test("count every attempt once, whether folded or not, as the log has them", async () => {
  const [one, two] = [await make.webhook(), await make.webhook()];
  await attemptEach(one, [arrived, arrived, again, givenUp]);
  await fold(sql);
  await attemptEach(two, [arrived, givenUp]);
  await attemptEach(one, [arrived, again]);

  const logged = await inLog();
  expect(logged).toContainEqual({ webhookId: one.id, result: "delivered", statusCode: 204, n: 3 });
  expect(await counted()).toEqual(logged);
  await fold(sql);
  expect(await sql`select from tally_entries`).toHaveLength(0);
  expect(await counted()).toEqual(logged);
  expect(
    await sql`select took, sum(n)::int as n from tally_times where grain = 1 group by 1 order by 1`,
  ).toEqual([
    { took: 39, n: 4 },
    { took: 72, n: 4 },
  ]);
});

test("leave out tests, also resent ones, and stale results", async () => {
  const webhook = await make.webhook();
  await attemptEach(webhook, [arrived, givenUp], { trigger: "test" });
  await resendAll([arrived, givenUp]);
  await resendAll([arrived, arrived]);
  const { id } = await make.delivery(webhook);
  const { claimed } = await claim(sql, { limit: 99 });
  await sql`delete from queue where delivery_id = ${id}`;
  await completeDeliveries(sql, claimed.map(arrived));
  expect(await counted()).toEqual([]);
});

test("count a resend if it ends the delivery, and each delivery as delivered once", async () => {
  const webhook = await make.webhook();
  await attemptEach(webhook, [givenUp, givenUp]);
  await resendAll([givenUp, arrived]);
  expect(await results()).toEqual({ delivered: 1, failed: 1, retrying: 2 });
  await fold(sql);
  await resendAll([arrived, arrived]);
  expect(await results()).toEqual({ delivered: 2, retrying: 2 });
  await rebuild(sql);
  expect(await results()).toEqual({ delivered: 2, retrying: 2 });

  await attemptEach(webhook, [again]);
  await resendAll([again, again, again]);
  expect((await results()).delivered).toBe(2);
  await resendAll([arrived, arrived, arrived]);
  expect((await results()).delivered).toBe(3);
});

test("count the attempt of a worker that was lost", async () => {
  await make.delivery(await make.webhook());
  await claim(sql, { limit: 99 });
  await sql`update queue set due_at = now() - interval '1 second'`;
  await claim(sql, { limit: 99 });
  expect(await counted()).toMatchObject([{ result: "retrying", statusCode: null, n: 1 }]);
  expect(await counted()).toEqual(await inLog());
});

test("name no webhook for an address that was called once", async () => {
  const webhook = await make.webhook();
  const { id } = await make.delivery(webhook);
  await sql`update deliveries set one_shot = true where id = ${id}`;
  await attemptAll([arrived]);
  expect(await counted()).toMatchObject([{ webhookId: oneShotsWebhookId, n: 1 }]);
});

test("are folded once by concurrent processes, and not by a failed transaction", async () => {
  await attemptEach(await make.webhook(), [arrived, again, givenUp]);
  const before = await counted();
  await sql`alter table tallies add constraint broken check (result <> 'failed') not valid`;
  await expect(fold(sql)).rejects.toThrow("broken");
  await sql`alter table tallies drop constraint broken`;
  expect(await counted()).toEqual(before);
  await Promise.all([1, 2, 3, 4].map(() => fold(sql)));
  expect(await counted()).toEqual(before);
});

test("are folded in portions, and expired minutes are deleted in portions", async () => {
  const webhook = await make.webhook();
  await attemptEach(webhook, [arrived]);
  await sql`
    insert into tally_entries (at, account_id, webhook_id, event, result, n, times)
    select now(), ${webhook.accountId}, ${webhook.id}, 'VIDEO_GENERATION_SUCCESS', 'delivered', 1, '{3}'
    from generate_series(1, 1499)`;
  await sql`
    insert into tally_times (grain, at, account_id, webhook_id, took, n)
    select 1, now() - interval '5 hours' - n * interval '1 minute', ${webhook.accountId}, ${webhook.id}, 1, 1
    from generate_series(1, 2500) n`;
  const left = async () => {
    const [row] = await sql`
      select (select count(*)::int from tally_entries) as entries,
        (select count(*)::int from tally_times where at < now() - interval '3 hours') as expired,
        (select sum(n)::int from tally_times where grain = 30) as timed`;
    return row;
  };
  const before = await counted();

  expect(await fold(sql)).toBe(true);
  expect(await left()).toEqual({ entries: 500, expired: 1500, timed: 1000 });
  expect(await fold(sql)).toBe(true);
  expect(await left()).toEqual({ entries: 0, expired: 500, timed: 1500 });
  expect(await fold(sql)).toBe(false);
  expect(await left()).toEqual({ entries: 0, expired: 0, timed: 1500 });
  expect(await counted()).toEqual(before);
});

test("are the same when they are counted anew, for one account or for all", async () => {
  const [one, two] = [await make.webhook(), await make.webhook()];
  await attemptEach(one, [arrived, again, givenUp]);
  await attemptEach(two, [arrived, givenUp]);
  await fold(sql);
  const before = await counted();
  await rebuild(sql, { accountId: one.accountId });
  expect(await counted()).toEqual(before);
  await sql`truncate tallies, tally_times, tally_entries`;
  await rebuild(sql);
  expect(await counted()).toEqual(before);
});

test.each([
  { last: "attempt", resends: [], takenBack: { failed: 1 } },
  { last: "resend", resends: [[givenUp]], takenBack: { failed: 1, retrying: 1 } },
])(
  "a replay after a $last that failed leaves one to be tried again, unless it is taken back",
  async ({ resends, takenBack }) => {
    await attemptEach(await make.webhook(), [givenUp]);
    for (const results of resends) await resendAll(results);
    await fold(sql);
    const [job] = await sql<{ id: string }[]>`
      with made as (
        insert into replays (id, choice, fingerprint, rate_per_second, collected, total, paced_to)
        select new_id(), '{}', '', 1, true, 1, now() - interval '1 hour' returning id)
      insert into replay_items (replay_id, delivery_id) select made.id, d.id from made, deliveries d
      returning replay_id as id`;
    await advance(db, job!.id);
    expect(await results()).toEqual({ retrying: 1 });
    await sql`update replays set status = 'cancelled', next_step_at = now()`;
    await advance(db, job!.id);
    expect(await results()).toEqual(takenBack);
    await rebuild(sql);
    expect(await results()).toEqual(takenBack);
  },
);

test("go with the log, and minutes after some hours", async () => {
  await attemptEach(await make.webhook(), [arrived]);
  await sql`update tally_entries set at = now() - interval '4 hours'`;
  await fold(sql);
  expect(await sql`select grain from tallies`).toEqual([{ grain: 30 }]);
  await expireTallies(sql, new Date(Date.now() - 5 * 3_600_000));
  expect(await sql`select from tally_times`).toHaveLength(1);
  await expireTallies(sql, new Date());
  expect(await sql`select from tallies`).toHaveLength(0);
  expect(await sql`select from tally_times`).toHaveLength(0);
});

type Webhook = Awaited<ReturnType<typeof make.webhook>>;

async function attemptEach(webhook: Webhook, results: Ended[], draft = {}): Promise<void> {
  for (const _ of results) await make.delivery(webhook, draft);
  await attemptAll(results);
}

async function attemptAll(results: Ended[]): Promise<void> {
  const { claimed } = await claim(sql, { limit: 99 });
  await completeDeliveries(
    sql,
    claimed.map((one, n) => results[n]!(one)),
  );
  await sql`update queue set due_at = 'infinity'`;
}

/** Resends every delivery, the oldest first. */
async function resendAll(results: Ended[]): Promise<void> {
  const all = await sql<{ id: string }[]>`select id from deliveries order by id`;
  for (const { id } of all) expect(await resend(db, id)).toBeNull();
  const { claimed } = await claim(sql, { limit: 99 });
  const place = (id: string) => all.findIndex((one) => one.id === id);
  await completeDeliveries(
    sql,
    claimed.map((one) => results[place(one.deliveryId)]!(one)),
  );
  await sql`update queue set due_at = 'infinity'`;
}

function counted() {
  return sql`
    select webhook_id, result, status_code, sum(n)::int as n from (
      select webhook_id, result, status_code, n from tallies where grain = 30
      union all select webhook_id, result, status_code, n from tally_entries
    ) t group by 1, 2, 3 having sum(n) <> 0 order by 1, 2`.then((rows) => [...rows]);
}

async function results() {
  const rows = await counted();
  return Object.fromEntries(rows.map(({ result, n }) => [result, n]));
}

/** Counts the log by webhook and result. */
function inLog() {
  return sql`
    select d.webhook_id, case when a.cause is null then 'delivered' else
      case when d.status = 'failed' then 'failed' else 'retrying' end end as result, a.status_code,
      count(*)::int as n
    from attempts a join deliveries d on d.id = a.delivery_id
    group by 1, 2, 3 order by 1, 2`.then((rows) => [...rows]);
}
