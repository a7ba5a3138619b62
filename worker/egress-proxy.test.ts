import { afterEach, beforeEach, expect, test } from "vitest";
import { wake } from "@/lib/queue/notify";
import { freshDatabase } from "@/tests/database";
import { type EgressProxy, startEgressProxy } from "@/tests/egress-proxy";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { misbehave, type Receiver, startReceiver } from "@/tests/receiver";
import { startWorker } from "./start-worker";

const { sql, url } = await freshDatabase();
const make = makers(sql);

let proxy: EgressProxy;
let receiver: Receiver;
let worker: ReturnType<typeof startWorker> | undefined;
beforeEach(async () => {
  proxy = await startEgressProxy();
  receiver = await startReceiver();
});
afterEach(async () => {
  await worker?.stop();
  // Removes retries, so that no other test sends them.
  await sql`delete from queue`;
  await Promise.all([proxy.close(), receiver.close()]);
});

function work(port = proxy.port): void {
  worker = startWorker(url, {
    WORKER_CONCURRENCY: 16,
    ALLOW_PRIVATE_CIDRS: "",
    CALLBACK_HTTPS_ONLY: false,
    EGRESS_PROXY_URL: `http://postback:p%40ss@127.0.0.1:${port}`,
  });
}

/** URL with a name that only the proxy resolves. */
const behindProxy = (scheme = "http") =>
  receiver.url.replace("http://127.0.0.1", `${scheme}://hooks.example`);

/** Returns the first attempts of `count` deliveries to one webhook, and the state of its receiver. */
async function firstAttempts(callbackUrl: string, count = 1) {
  const hook = await make.webhook({ callbackUrl });
  for (let n = 0; n < count; n++) await make.delivery(hook);
  wake(sql);
  return eventually(async () => {
    const attempts = await sql`
        select a.cause, d.status, q.delivery_id is not null as again
        from attempts a join deliveries d on d.id = a.delivery_id
        left join queue q on q.delivery_id = d.id
        where d.webhook_id = ${hook.id} and a.number = 1`;
    expect(attempts).toHaveLength(count);
    const remembered = await sql`select 1 from receivers where webhook_id = ${hook.id}`;
    return { attempts, remembered: remembered.length };
  });
}

test("callbacks go through the proxy, which resolves names and gets the credentials", async () => {
  work();
  const { attempts } = await firstAttempts(behindProxy());

  expect(attempts).toMatchObject([{ cause: null, status: "delivered" }]);
  expect(receiver.received[0]).toMatchObject({
    path: "/hook",
    headers: { host: new URL(behindProxy()).host },
  });
  expect(receiver.received[0]?.headers).not.toHaveProperty("proxy-authorization");
  const authorization = `Basic ${Buffer.from("postback:p@ss").toString("base64")}`;
  expect(proxy.asked).toEqual([{ authority: new URL(behindProxy()).host, authorization }]);
});

// Ten failures in a row would open a circuit; one missed deadline would make a webhook slow.
test.each([
  ["refuses to know us", 407, 12],
  ["cannot reach the receiver", 502, 12],
  ["says nothing", "silent", 2],
] as const)(
  "a proxy that %s costs an attempt and is not held against the receiver",
  async (_, behaviour, count) => {
    proxy.behave(behaviour);
    work();
    const { attempts, remembered } = await firstAttempts(behindProxy(), count);

    const failed = { cause: "internal", status: "pending", again: true };
    expect(attempts).toEqual(Array.from({ length: count }, () => failed));
    expect(remembered).toBe(0);
    expect(receiver.received).toEqual([]);
  },
);

test("neither is one that is away, and nothing goes past it", async () => {
  await proxy.close();
  work();
  const { attempts, remembered } = await firstAttempts(behindProxy(), 12);

  expect(new Set(attempts.map(({ cause }) => cause))).toEqual(new Set(["internal"]));
  expect(remembered).toBe(0);
  expect(receiver.received).toEqual([]);
});

test("errors behind the proxy belong to the receiver: TLS, timeouts", async () => {
  receiver.answer(misbehave.hang);
  work();
  const [silent, plain] = await Promise.all([
    firstAttempts(behindProxy()),
    firstAttempts(behindProxy("https")),
  ]);

  expect(silent.attempts).toMatchObject([{ cause: "timeout" }]);
  expect(plain.attempts).toMatchObject([{ cause: "tls" }]);
});

test("literal and local targets are refused before the proxy is asked", async () => {
  work();
  const targets = ["http://127.0.0.1/", "http://[::1]/", "http://localhost/", "http://10.0.0.1/"];
  const seen = await Promise.all(targets.map((target) => firstAttempts(target)));

  expect(seen.map(({ attempts }) => attempts[0]?.cause)).toEqual(targets.map(() => "blocked"));
  expect(proxy.asked).toEqual([]);
});
