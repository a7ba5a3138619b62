import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { expire, expireSignIns } from "./expire";
import { runRetention } from "./run-retention";

test("deletes ended sessions and old sign-in failures, and keeps the others", async () => {
  const { sql } = await freshDatabase();
  await sql`insert into users (id, email, role) values (new_id(), 'a@example.com', 'viewer')`;
  await sql`
    insert into sessions (token_hash, user_id, expires_at)
    select state, id, now() + shift from users,
      (values ('ended', interval '-1 second'), ('open', interval '1 hour')) as t(state, shift)`;
  await sql`
    insert into sign_in_failures (subject, failures, since)
    values ('old', 5, now() - interval '2 days'), ('new', 1, now() - interval '23 hours')`;
  await expireSignIns(sql);
  expect(await sql`select token_hash from sessions`).toEqual([{ tokenHash: "open" }]);
  expect(await sql`select subject from sign_in_failures`).toEqual([{ subject: "new" }]);
});

test("deletes dry runs of replays after a day", async () => {
  const { sql } = await freshDatabase();
  await sql`
    insert into replays (id, choice, fingerprint, rate_per_second, status, dry_run, created_at, finished_at)
    select new_id(), '{}', name, 1, 'completed', dry, at, at
    from (values ('old dry run', true, now() - interval '25 hours'), ('new dry run', true, now()),
      ('old replay', false, now() - interval '25 hours')) as r(name, dry, at)`;
  await expire(sql, new Date(0));
  expect(await sql`select fingerprint from replays order by 1`).toEqual([
    { fingerprint: "new dry run" },
    { fingerprint: "old replay" },
  ]);
});

test("alerts, figures and ended jobs are deleted with the log; a running job stays", async () => {
  const { sql, url } = await freshDatabase();
  const webhook = await makers(sql).webhook();
  await sql`
    insert into operational_events (id, account_id, webhook_id, kind, reason, created_at)
    select new_id(), ${webhook.accountId}, ${webhook.id}, 'webhook.slow', '', now() - age * interval '1 day'
    from unnest(array[32, 20]) age`;
  await sql`
    insert into replays (id, choice, fingerprint, rate_per_second, status, created_at, finished_at)
    select new_id(), '{}', status, 1, status, now() - interval '40 days', ended
    from (values ('completed', now() - interval '32 days'), ('cancelled', now()), ('running', null))
      as r(status, ended)`;
  await sql`
    insert into alerts (id, kind, data, status, created_at)
    select new_id(), 'test', age, 'failed', now() - age * interval '1 day' from unnest(array[32, 20]) age`;
  await sql`
    insert into tallies (grain, at, account_id, webhook_id, event, result, n, last_at)
    select 30, date_trunc('day', now() - age * interval '1 day', 'UTC'), ${webhook.accountId}, ${webhook.id}, '', '', age, now()
    from unnest(array[32, 20]) age`;
  await runRetention(url, 30);
  expect(await sql`select n from tallies`).toEqual([{ n: 20 }]);
  expect(await sql`select from operational_events`).toHaveLength(1);
  expect(await sql`select data from alerts`).toEqual([{ data: "20" }]);
  const jobs = await sql`select status from replays order by status`;
  expect(jobs.map(({ status }) => status)).toEqual(["cancelled", "running"]);
});

test("an alert that is tried again is kept as long as that, also with a short log", async () => {
  const { sql, url } = await freshDatabase();
  await sql`
    insert into alerts (id, kind, data, status, created_at)
    select new_id(), 'test', status, status, now() - interval '3 days'
    from unnest(array['pending', 'delivered', 'failed']) status`;
  await runRetention(url, 1);
  expect(await sql`select data from alerts`).toEqual([{ data: "pending" }]);
});

test("requests to an inbox are deleted after three days, however long the log is kept", async () => {
  const { sql, url } = await freshDatabase();
  const { accountId } = await makers(sql).webhook();
  await sql`
    insert into inbox_bins (id, account_id, name, token, status, delay_seconds, next)
    values (new_id(), ${accountId}, '', '', 200, 0, '{}')`;
  await sql`
    insert into inbox_requests (bin_id, number, received_at, method, headers, body, size, truncated, answered)
    select id, hours, now() - hours * interval '1 hour', 'POST', '[]', '', 0, false, 200
    from inbox_bins, unnest(array[71, 73]) hours`;
  await runRetention(url, 30);
  expect(await sql`select number from inbox_requests`).toEqual([{ number: 71 }]);
});
