import { beforeEach, expect, test } from "vitest";
import type { Cause, Trigger } from "@/db/enums";
import type { Phase } from "@/lib/queue/leased-delivery";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { CircuitBreaker } from "./circuit-breaker";

const { sql } = await freshDatabase();
const make = makers(sql);

let hook: Awaited<ReturnType<typeof make.webhook>>;
let breaker: CircuitBreaker;
beforeEach(async () => {
  hook = await make.webhook();
  breaker = new CircuitBreaker(sql, { opening() {}, opened() {} });
});

test("results of the latest 20,000 webhooks that failed are remembered, and of no webhook for long after", async () => {
  fail(9);
  for (let n = 0; n < 40_000; n++) fail(1, { webhookId: `one-shot ${n}` });
  fail(9);
  expect(await circuit()).toBeUndefined();
  for (let n = 0; n < 19_999; n++) fail(1, { webhookId: `other ${n}` });
  fail(1);
  expect(await circuit()).toMatchObject({ rests: true });
});

test("failures before a change of the webhook do not count", async () => {
  fail(9);
  breaker.forget(hook.id);
  fail(9);
  expect(await circuit()).toBeUndefined();
  fail(1);
  expect(await circuit()).toMatchObject({ rests: true });
});

test("a success before a change of the webhook hides no failed retries after it", async () => {
  note(null);
  fail(10, { attempt: 2 });
  expect(await circuit()).toBeUndefined();
  breaker.forget(hook.id);
  fail(10, { attempt: 2 });
  expect(await circuit()).toMatchObject({ rests: true });
});

test("a circuit that opens is reported before and after it is written, also when the write fails", async () => {
  const reports: string[] = [];
  breaker = new CircuitBreaker(sql, {
    opening: (webhookId) => reports.push(`opening ${webhookId}`),
    opened: (webhookId) => reports.push(`opened ${webhookId}`),
  });
  for (const webhookId of [hook.id, "no id"]) {
    fail(9, { webhookId });
    expect(reports).toEqual([]);
    fail(1, { webhookId });
    expect(reports).toEqual([`opening ${webhookId}`]);
    await breaker.idle();
    expect(reports.splice(0)).toEqual([`opening ${webhookId}`, `opened ${webhookId}`]);
  }
});

test("a probe that succeeds once the circuit is closed does not open it again", async () => {
  await sql`insert into receivers (webhook_id, allowance) values (${hook.id}, 0)`;
  note(null, { phase: "probing", cooldownSeconds: 30 });
  expect(await circuit()).toMatchObject({ openUntil: null, allowance: 0 });
});

test.each(["test", "resend"] as const)("a %s that fails counts for no circuit", async (trigger) => {
  fail(20, { trigger });
  fail(1, { trigger, phase: "probing", cooldownSeconds: 30 });
  expect(await circuit()).toBeUndefined();
});

/** What another worker wrote since the requests were claimed in their phase. */
const since = {
  opened: { openUntil: "10 minutes", cooldownSeconds: 480, allowance: 0 },
  recovered: { openUntil: "1 second", cooldownSeconds: 480, allowance: 4 },
};

test.each([
  ["closed", since.opened, 10],
  ["closed", since.recovered, 10],
  ["ramping", since.opened, 10],
  ["probing", since.recovered, 1],
] as const)(
  "failures of the phase %s change no circuit in another one: %o",
  async (phase, state, times) => {
    await writeCircuit(state);
    const before = await circuit();
    fail(times, { phase, cooldownSeconds: 240 });
    expect(await circuit()).toEqual(before);
  },
);

test.each([
  ["ramping", since.recovered, 10],
  ["probing", since.opened, 1],
] as const)(
  "failures of the phase %s open the circuit again for twice as long",
  async (phase, state, times) => {
    await writeCircuit(state);
    fail(times, { phase, cooldownSeconds: 480 });
    expect(await circuit()).toMatchObject({ rests: true, cooldownSeconds: 900, allowance: 0 });
  },
);

type Given = {
  trigger?: Trigger;
  webhookId?: string;
  attempt?: number;
  phase?: Phase;
  cooldownSeconds?: number;
};

function note(cause: Cause | null, given: Given = {}): void {
  const attempt = {
    webhookId: hook.id,
    callbackUrl: hook.callbackUrl,
    trigger: "event" as const,
    attempt: 1,
    phase: "closed" as const,
    cooldownSeconds: null,
    ...given,
  };
  breaker.note(attempt, { retryAfterMs: null, cause });
}

function fail(times: number, given: Given = {}): void {
  for (let n = 0; n < times; n++) note("http_5xx", given);
}

async function writeCircuit({ openUntil, cooldownSeconds, allowance }: typeof since.opened) {
  await sql`
    insert into receivers (webhook_id, open_until, cooldown_seconds, allowance)
    values (${hook.id}, now() + ${openUntil}::interval, ${cooldownSeconds}, ${allowance})`;
}

/** Returns the circuit when all changes are written. */
async function circuit() {
  await breaker.idle();
  const [row] = await sql`
    select open_until, open_until > now() as rests, cooldown_seconds, allowance from receivers where webhook_id = ${hook.id}`;
  return row;
}
