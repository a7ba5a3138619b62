import { beforeEach, describe, expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { claim } from "./claim";

const { sql } = await freshDatabase();
const make = makers(sql);

beforeEach(async () => {
  await sql`truncate queue`;
});

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const known = (webhookId: string, leased: number, responds = false) => {
  return { webhookId, leased, inLane: leased, remaining: null, responds };
};
const inFlightOf = (webhookId: string, leased: number) => ({
  limit: 40,
  inFlight: [known(webhookId, leased)],
});

describe("lane 0", () => {
  test("rows over the capacity of a webhook go to lane 1, not counted as an attempt", async () => {
    const hook = await make.webhook({ maxConcurrency: 3 });
    for (const minutes of [9, 8, 7]) await make.delivery(hook, { dueAt: ago(minutes), attempt: 2 });

    const { claimed, overCapacity, examined } = await claim(sql, inFlightOf(hook.id, 2));

    expect(claimed).toMatchObject([{ webhookId: hook.id, attempt: 3 }]);
    expect([...overCapacity]).toEqual([[hook.id, 2]]);
    expect(examined).toBe(3);
    expect(await queue()).toEqual([
      { lane: 0, leased: true, attempt: 3, step: 3, due: false },
      { lane: 1, leased: false, attempt: 2, step: 2, due: true },
      { lane: 1, leased: false, attempt: 2, step: 2, due: true },
    ]);
  });

  test("a few webhooks with much to send cannot fill it", async () => {
    for (const hook of [await make.webhook(), await make.webhook()]) {
      for (let n = 0; n < 20; n++) await make.delivery(hook, { dueAt: ago(9) });
    }

    const { claimed, examined } = await claim(sql, { limit: 40 });

    expect(examined).toBe(40);
    expect(claimed.length).toBeLessThan(30);
  });

  test("rows that are being moved to lane 1 are passed over, except tests and resends", async () => {
    const [moving, other] = [await make.webhook(), await make.webhook()];
    for (const trigger of ["event", "replay", "test", "resend"] as const)
      await make.delivery(moving, { trigger, dueAt: ago(9) });
    await make.delivery(other);

    const { claimed } = await claim(sql, { limit: 3, moving: [moving.id] });
    const triggers = new Set(claimed.map(({ trigger }) => trigger));
    expect(claimed).toHaveLength(3);
    expect(triggers).toEqual(new Set(["event", "resend", "test"]));
  });

  test("all rows of a slow webhook go to lane 1, except tests and resends", async () => {
    const hook = await make.webhook();
    await markSlow(hook.id);
    for (const trigger of ["event", "test", "resend"] as const)
      await make.delivery(hook, { trigger });

    const { claimed } = await claim(sql, { limit: 40 });

    expect(new Set(claimed.map(({ trigger }) => trigger))).toEqual(new Set(["resend", "test"]));
    expect(claimed).toHaveLength(2);
    expect(claimed.every(({ slow }) => slow)).toBe(true);
  });

  test("a row of a lost worker over capacity is moved with its attempt recorded", async () => {
    const hook = await make.webhook({ maxConcurrency: 1 });
    const { id } = await make.delivery(hook);
    await claim(sql, { limit: 1 });
    await sql`update queue set due_at = now() - interval '1 second' where delivery_id = ${id}`;

    await claim(sql, inFlightOf(hook.id, 1));

    expect(await queue()).toEqual([{ lane: 1, leased: false, attempt: 1, step: 1, due: true }]);
    const [attempt] = await sql`select number, cause from attempts where delivery_id = ${id}`;
    expect(attempt).toEqual({ number: 1, cause: "internal" });
  });
});

test.each([0, 1] as const)("a new webhook gets one row at a time in lane %i", async (lane) => {
  const [busy, free] = [await make.webhook({ isNew: true }), await make.webhook({ isNew: true })];
  for (const hook of [busy, busy, free, free]) await make.delivery(hook);
  await sql`update queue set lane = ${lane}`;

  const { claimed } = await claim(sql, { lane, ...inFlightOf(busy.id, 1) });

  expect(claimed.map(({ webhookId }) => webhookId)).toEqual([free.id]);
});

describe("lane 1", () => {
  test("a test over capacity goes before the rows that wait there", async () => {
    const hook = await make.webhook({ maxConcurrency: 1 });
    await waiting(hook, 60);
    await make.delivery(hook, { trigger: "test" });
    await claim(sql, inFlightOf(hook.id, 1));

    const { claimed } = await claim(sql, { lane: 1, limit: 9 });

    expect(claimed).toMatchObject([{ trigger: "test", attempt: 1 }]);
  });

  test("parks, cancels and notes lost workers as lane 0 does", async () => {
    const [paused, gone, lost] = await Promise.all([1, 2, 3].map(() => make.webhook()));
    for (const hook of [paused!, gone!, lost!]) await waiting(hook, 5);
    await sql`update webhooks set paused_at = now() where id = ${paused!.id}`;
    await sql`delete from webhooks where id = ${gone!.id}`;
    await sql`update queue set leased = true, attempt = 1, step = 1 where webhook_id = ${lost!.id}`;

    const { claimed } = await claim(sql, { lane: 1, limit: 9 });

    expect(claimed).toMatchObject([{ webhookId: lost!.id, attempt: 2 }]);
    expect(await queue()).toEqual([
      { lane: 1, leased: true, attempt: 2, step: 2, due: false },
      { lane: 0, leased: false, attempt: 0, step: 0, due: false },
    ]);
  });
});

describe("an open circuit", () => {
  test("moves its rows from lane 0 to lane 1, uncounted, except tests", async () => {
    const hook = await make.webhook();
    await openCircuit(hook.id, "1 minute");
    await make.delivery(hook);
    await make.delivery(hook, { trigger: "test" });

    const normal = await claim(sql, { limit: 9 });
    const slow = await claim(sql, { lane: 1, limit: 9 });

    expect(normal.claimed).toMatchObject([{ trigger: "test" }]);
    expect(slow.examined).toBe(0);
    expect(await queue()).toMatchObject([{ leased: true }, { lane: 1, attempt: 0, due: true }]);
  });

  test("lets one probe through after its cool-down, however many workers claim", async () => {
    const hook = await make.webhook();
    await openCircuit(hook.id, "-1 second");
    for (let n = 0; n < 8; n++) await waiting(hook, 5);

    const batches = await Promise.all([1, 2, 3, 4].map(() => claim(sql, { lane: 1, limit: 9 })));

    expect(batches.flatMap(({ claimed }) => claimed)).toMatchObject([
      { phase: "probing", cooldownSeconds: 30 },
    ]);
    expect((await claim(sql, { lane: 1, limit: 9 })).claimed).toEqual([]);
  });

  test("sends no other probe before the lease of the last one ends", async () => {
    const hook = await make.webhook({ deadlineSeconds: 30 });
    await openCircuit(hook.id, "-1 second");
    await waiting(hook, 5);

    await claim(sql, { lane: 1, limit: 9 });

    const [circuit] = await sql`
      select r.open_until = q.due_at as until_lease_ends
      from receivers r join queue q on q.webhook_id = r.webhook_id where q.leased`;
    expect(circuit).toEqual({ untilLeaseEnds: true });
  });

  test.each(["1 minute", "-1 second"])(
    "of a paused webhook (%s) parks its rows and sends no probe",
    async (rest) => {
      const hook = await make.webhook({ paused: true });
      await openCircuit(hook.id, rest);
      for (let n = 0; n < 3; n++) await waiting(hook, 5);
      const circuit = () =>
        sql`select open_until, allowance from receivers where webhook_id = ${hook.id}`;
      const before = await circuit();

      const { claimed } = await claim(sql, { lane: 1, limit: 40 });

      expect(claimed).toEqual([]);
      expect(await queue()).toEqual(
        Array(3).fill({ lane: 0, leased: false, attempt: 0, step: 0, due: false }),
      );
      expect(await circuit()).toEqual(before);
    },
  );

  test("is locked by one claim at a time", async () => {
    const hook = await make.webhook();
    await openCircuit(hook.id, "-1 second");
    await waiting(hook, 5);

    await sql.begin(async (other) => {
      await other`select from receivers where webhook_id = ${hook.id} for update`;
      expect((await claim(sql, { lane: 1, limit: 9 })).examined).toBe(0);
    });

    expect((await claim(sql, { lane: 1, limit: 9 })).claimed).toHaveLength(1);
  });

  test("doubles its allowance each second once it recovers, and closes", async () => {
    const hook = await make.webhook();
    await openCircuit(hook.id, "-1 second");
    await sql`update receivers set allowance = 1 where webhook_id = ${hook.id}`;
    for (let n = 0; n < 70; n++) await waiting(hook, 5);

    const taken: number[] = [];
    const inFlight = [known(hook.id, 0, true)];
    for (let step = 0; step < 7; step++) {
      taken.push((await claim(sql, { lane: 1, limit: 200, inFlight })).claimed.length);
      await sql`update receivers set open_until = now() - interval '1 second'
        where open_until is not null`;
    }

    expect(taken).toEqual([1, 2, 4, 8, 16, 32, 7]);
    const [circuit] = await sql`
      select open_until, cooldown_seconds from receivers where webhook_id = ${hook.id}`;
    expect(circuit).toEqual({ openUntil: null, cooldownSeconds: null });
  });
});

async function openCircuit(id: string, rest: string): Promise<void> {
  await sql`
    insert into receivers (webhook_id, open_until, cooldown_seconds)
    values (${id}, now() + ${rest}::interval, 30)`;
}

async function waiting(hook: Awaited<ReturnType<typeof make.webhook>>, minutes: number) {
  const { id } = await make.delivery(hook, { dueAt: ago(minutes) });
  await sql`update queue set lane = 1 where delivery_id = ${id}`;
}

async function markSlow(id: string): Promise<void> {
  await sql`insert into receivers (webhook_id, slow_since) values (${id}, now())`;
}

async function queue() {
  return [
    ...(await sql`
      select lane, leased, attempt, step, due_at <= now() as due from queue
      order by leased desc, lane`),
  ];
}
