import { beforeEach, expect, test } from "vitest";
import type { Sql } from "@/db/client";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { DueWork, type WorkKind } from "./due-work";

const { sql } = await freshDatabase();
const make = makers(sql);
const webhook = await make.webhook();
const { id, accountId } = webhook;

beforeEach(async () => {
  await sql`truncate alerts, fan_outs, replays, resumptions, tally_entries, queue cascade`;
});

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);

/** Returns the kinds of which a look finds work, and what else it finds. */
async function look({ floors = {}, isIdle = true, within = sql } = {}) {
  const woken: WorkKind[] = [];
  const work = new DueWork(within);
  for (const kind of ["alerts", "fanOuts", "replays", "resumptions", "tallies"] as const)
    work.on(kind, () => void woken.push(kind));
  return { woken, ...(await work.look({ 0: null, 1: null, 2: null, ...floors }, isIdle)) };
}

const nothing = { woken: [], lanes: [], hasWork: false, comingMs: null };

const addAlert = (dueAt: Date | null) =>
  sql`insert into alerts (id, kind, data, due_at) values (new_id(), 'test', '{}', ${dueAt})`;
const addReplay = (nextStepAt: Date, finishedAt: Date | null = null) => sql`
  insert into replays (id, choice, fingerprint, rate_per_second, next_step_at, finished_at)
  values (new_id(), '{}', new_id(), 1, ${nextStepAt}, ${finishedAt})`;

test("a look wakes the jobs that have work due, and no others", async () => {
  expect(await look()).toEqual(nothing);
  await addAlert(null);
  await addAlert(inSeconds(60));
  await addReplay(inSeconds(60));
  for (const seconds of [-1, 3]) await addReplay(inSeconds(seconds), new Date());
  expect(await look()).toEqual(nothing);

  await addAlert(inSeconds(-1));
  expect(await look()).toEqual({ ...nothing, woken: ["alerts"], hasWork: true });
  await addReplay(inSeconds(-1));
  await sql`
    insert into fan_outs (event_id, account_id, event, audience_id, size)
    values (new_id(), ${accountId}, 'VIDEO_GENERATION_SUCCESS', new_id(), 1)`;
  await sql`insert into resumptions (webhook_id) values (${id})`;
  await sql`
    insert into tally_entries (account_id, webhook_id, event, result, n)
    values (${accountId}, ${id}, 'VIDEO_GENERATION_SUCCESS', 'delivered', 1)`;
  const woken = ["alerts", "fanOuts", "replays", "resumptions", "tallies"];
  expect(await look({ isIdle: false })).toEqual({ ...nothing, woken, hasWork: true });
});

test("a look finds the lanes with due rows, from the floor on", async () => {
  const later = await make.delivery(webhook, { dueAt: inSeconds(60) });
  const add = async (lane: number) => {
    const made = await make.delivery(webhook, { dueAt: inSeconds(-10) });
    await sql`update queue set lane = ${lane} where delivery_id = ${made.id}`;
  };
  await sql`update queue set lane = 1 where delivery_id = ${later.id}`;
  await add(3);
  expect(await look()).toEqual(nothing);
  for (const lane of [0, 1, 2]) await add(lane);
  const all = { ...nothing, lanes: [0, 1, 2], hasWork: true };
  expect(await look()).toEqual(all);
  expect(await look({ floors: { 0: inSeconds(-20), 2: inSeconds(-20) } })).toEqual(all);
  expect(await look({ floors: { 0: inSeconds(-5) } })).toEqual({ ...all, lanes: [1, 2] });
  expect(await look({ floors: { 2: inSeconds(-5) } })).toEqual({ ...all, lanes: [0, 1] });
});

test.each([
  ["delivery", "queue", "due_at", (at: Date) => make.delivery(webhook, { dueAt: at })],
  ["alert", "alerts", "due_at", addAlert],
  ["replay", "replays", "next_step_at", addReplay],
])(
  "an idle worker learns when its next %s becomes due before its next look",
  async (_, table, at, add) => {
    await add(inSeconds(60));
    expect((await look()).comingMs).toBeNull();
    // In a transaction the time stands still.
    await sql.begin(async (transaction) => {
      const within = transaction as unknown as Sql;
      const due = (ms: number) =>
        within`update ${within(table)} set ${within(at)} =
        date_trunc('milliseconds', now()) + ${ms} * interval '1 ms'`;
      await due(5001);
      expect(await look({ within })).toEqual(nothing);
      await due(5000);
      const { comingMs, ...others } = await look({ within });
      expect({ ...others, comingMs: Math.ceil(comingMs ?? 0) }).toEqual({
        ...nothing,
        comingMs: 5000,
      });
      expect(await look({ within, isIdle: false })).toEqual(nothing);
    });
  },
);
