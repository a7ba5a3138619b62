import { afterEach, beforeEach, expect, test } from "vitest";
import { wake } from "@/lib/queue/notify";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { type Receiver, startReceiver } from "@/tests/receiver";
import { toLoopback } from "@/tests/to-loopback";
import { startWorker } from "@/worker/start-worker";
import { CircuitBreaker } from "./circuit-breaker";

const { sql, url } = await freshDatabase();
const make = makers(sql);

let former: Receiver;
let next: Receiver;
let hook: Awaited<ReturnType<typeof make.webhook>>;
/** Sends the response that the former URL holds back. */
let respond: (status: number) => void;
beforeEach(async () => {
  [former, next] = await Promise.all([startReceiver(), startReceiver()]);
  hook = await make.webhook({ callbackUrl: former.url, deadlineSeconds: 10 });
  former.answer((response) => {
    respond = (status) => response.writeHead(status).end();
  });
});
afterEach(() => Promise.all([former.close(), next.close()]));

test.each([
  { status: 410, cause: "gone" },
  { status: 500, cause: "http_5xx" },
])(
  "after a webhook moved, a $status of its former URL neither pauses it nor opens its circuit",
  async ({ status, cause }) => {
    await sql`
    insert into receivers (webhook_id, open_until, cooldown_seconds)
    values (${hook.id}, now() - interval '1 second', 480)`;
    const { id } = await make.delivery(hook);
    await sql`update queue set lane = 1 where webhook_id = ${hook.id}`;
    const worker = startWorker(url, { WORKER_CONCURRENCY: 16, ...toLoopback });
    await former.waitFor(1);
    await moveTo(next.url);
    respond(status);
    await eventually(async () =>
      expect(await sql`select cause from attempts where delivery_id = ${id}`).toEqual([{ cause }]),
    );
    await worker.stop();
    expect(await sql`select from receivers where webhook_id = ${hook.id}`).toHaveLength(0);

    const again = startWorker(url, { WORKER_CONCURRENCY: 16, ...toLoopback });
    await make.delivery({ ...hook, callbackUrl: next.url });
    wake(sql);
    await next.waitFor(1);
    await again.stop();
  },
);

test("after a webhook moved, failures of its former URL do not count for the circuit of the new one", async () => {
  const breaker = new CircuitBreaker(sql, { opening() {}, opened() {} });
  const note = (times: number, callbackUrl: string, cause: "timeout" | null) => {
    const first = { trigger: "event", attempt: 1, phase: "closed", cooldownSeconds: null } as const;
    for (let n = 0; n < times; n++)
      breaker.note({ webhookId: hook.id, callbackUrl, ...first }, { cause, retryAfterMs: null });
  };
  await moveTo(next.url);
  note(9, former.url, "timeout");
  note(1, next.url, "timeout");
  note(2, former.url, "timeout");
  note(8, next.url, null);
  await breaker.idle();
  expect(await sql`select from receivers where webhook_id = ${hook.id}`).toHaveLength(0);
});

test("only a probe of the present URL starts the ramp, and only once", async () => {
  await sql`
    insert into receivers (webhook_id, open_until, cooldown_seconds)
    values (${hook.id}, now() - interval '1 second', 30)`;
  const breaker = new CircuitBreaker(sql, { opening() {}, opened() {} });
  const succeed = async (callbackUrl: string) => {
    const probe = { trigger: "event", attempt: 1, phase: "probing", cooldownSeconds: 30 } as const;
    breaker.note(
      { webhookId: hook.id, callbackUrl, ...probe },
      { cause: null, retryAfterMs: null },
    );
    await breaker.idle();
    const [circuit] = await sql`select allowance from receivers where webhook_id = ${hook.id}`;
    return circuit?.allowance;
  };

  expect(await succeed("https://former.example/")).toBe(0);
  expect(await succeed(hook.callbackUrl)).toBe(1);
  await sql`update receivers set allowance = 8 where webhook_id = ${hook.id}`;
  expect(await succeed(hook.callbackUrl)).toBe(8);
});

/** As the API does, which refuses loopback addresses here. */
async function moveTo(callbackUrl: string): Promise<void> {
  await sql.begin((transaction) => [
    transaction`delete from receivers where webhook_id = ${hook.id}`,
    transaction`update webhooks set callback_url = ${callbackUrl} where id = ${hook.id}`,
  ]);
}
