import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, expect, test } from "vitest";
import { channel } from "@/lib/changes/change";
import { wake } from "@/lib/queue/notify";
import { runRetention } from "@/lib/retention/run-retention";
import { freshDatabase } from "@/tests/database";
import { startEgressProxy } from "@/tests/egress-proxy";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { startWorker } from "@/worker/start-worker";

const { sql, url } = await freshDatabase();
const make = makers(sql);

let proxy: Awaited<ReturnType<typeof startEgressProxy>>;
let worker: ReturnType<typeof startWorker>;
beforeAll(async () => {
  proxy = await startEgressProxy();
  // The strictest policy: the inbox works without an exception.
  worker = startWorker(url, {
    WORKER_CONCURRENCY: 16,
    ALLOW_PRIVATE_CIDRS: "",
    CALLBACK_HTTPS_ONLY: true,
    EGRESS_PROXY_URL: `http://127.0.0.1:${proxy.port}`,
  });
});
afterAll(async () => {
  await worker.stop();
  await proxy.close();
});

type BinDraft = { status?: number; next?: number[]; delay?: number; retryAfter?: number | null };

async function bin(accountId: string, draft: BinDraft = {}) {
  const { status = 200, next = [], delay = 0, retryAfter = null } = draft;
  const id = uuidv7();
  const token = id
    .replaceAll("-", "")
    .slice(-24)
    .replaceAll(/[0189]/g, "a");
  await sql`
    insert into inbox_bins (id, account_id, name, token, status, delay_seconds, retry_after_seconds, next)
    values (${id}, ${accountId}, 'bin', ${token}, ${status}, ${delay}, ${retryAfter}, ${next})`;
  return { id, url: `http://inbox.postback.internal/${token}` };
}

/** Creates a webhook that points to a bin of its account. */
async function pointed(draft: BinDraft = {}) {
  const accountId = await make.account();
  const target = await bin(accountId, draft);
  const hook = await make.webhook({ accountId, callbackUrl: target.url, deadlineSeconds: 2 });
  return { bin: target, hook };
}

const requestsOf = (id: string) => sql`
  select * from inbox_requests where bin_id = ${id} order by number`;
const attemptsOf = (id: string) => sql`
  select number, cause, status_code, error from attempts where delivery_id = ${id} order by number`;
const finished = (id: string) =>
  eventually(async () => {
    const [row] = await sql`select status from deliveries where id = ${id}`;
    expect(row?.status).not.toBe("pending");
    return row?.status;
  });

/** Wakes the worker and polls until the assertion holds. */
function soon<T>(so: () => Promise<T>): Promise<T> {
  wake(sql);
  return eventually(so);
}

test("a delivery arrives, signed, and is kept as it came, past no proxy and over no network, and pages hear of it", async () => {
  const { bin, hook } = await pointed();
  const notices: string[] = [];
  const { unlisten } = await sql.listen(channel, (notice) => notices.push(notice));
  const { id, eventId } = await make.delivery(hook, { data: '{ "videoId":"v1" }' });

  expect(await finished(id)).toBe("delivered");
  const [request] = await requestsOf(bin.id);
  expect(request).toMatchObject({
    number: 1,
    method: "POST",
    fault: null,
    webhookId: hook.id,
    eventId,
    answered: 200,
    truncated: false,
  });
  expect(request?.body.toString()).toBe(
    '{"event":"VIDEO_GENERATION_SUCCESS","data":{ "videoId":"v1" }}',
  );
  expect(JSON.parse(request?.headers)).toContainEqual(["webhook-id", eventId]);
  expect(proxy.asked).toEqual([]);
  await eventually(async () => expect(notices.join()).toContain(bin.id));
  await unlisten();
});

test("503 twice, then 200: tried again after two and four seconds, and delivered", async () => {
  const { bin, hook } = await pointed({ next: [503, 503] });
  const { id } = await make.delivery(hook);

  expect(await finished(id)).toBe("delivered");
  const seen = await attemptsOf(id);
  expect(seen.map(({ statusCode }) => statusCode)).toEqual([503, 503, 200]);
  const [made] = await sql`
    select extract(epoch from max(started_at) - min(started_at)) as seconds
    from attempts where delivery_id = ${id}`;
  expect(Number(made?.seconds)).toBeGreaterThan(5.9);
  expect((await requestsOf(bin.id)).map(({ answered }) => answered)).toEqual([503, 503, 200]);
});

test.each([429, 503])("Retry-After of a %i is honoured", async (status) => {
  const { hook } = await pointed({ status, retryAfter: 600 });
  const { id } = await make.delivery(hook);
  await soon(async () => expect(await attemptsOf(id)).toMatchObject([{ statusCode: status }]));
  const [row] = await sql`
    select due_at > now() + interval '9 minutes' as late from queue where delivery_id = ${id}`;
  expect(row?.late).toBe(true);
});

test("an answer can take longer than the webhook's deadline", async () => {
  const { bin, hook } = await pointed({ delay: 3 });
  const { id } = await make.delivery(hook);
  await soon(async () => expect(await attemptsOf(id)).toMatchObject([{ cause: "timeout" }]));
  expect(await requestsOf(bin.id)).toHaveLength(1);
});

test("the verdict names what is wrong when no webhook of the account points to the bin", async () => {
  const target = await bin(await make.account());
  const stranger = await make.webhook({ callbackUrl: target.url });
  const { id } = await make.delivery(stranger);
  expect(await finished(id)).toBe("delivered");
  expect(await requestsOf(target.id)).toMatchObject([
    { webhookId: null, fault: expect.stringContaining("No webhook of this account") },
  ]);
});

test("custom headers are stored by name only", async () => {
  const { bin, hook } = await pointed();
  await sql`
    insert into webhook_headers (webhook_id, headers)
    values (${hook.id}, ${JSON.stringify({ Authorization: "Bearer hidden" })})`;
  const { id } = await make.delivery(hook);
  await finished(id);
  const [request] = await requestsOf(bin.id);
  expect(JSON.parse(request?.headers)).toContainEqual(["Authorization", "***"]);
  expect(JSON.stringify(request)).not.toContain("hidden");
});

test("the beginning of a large body is stored, and all of it is verified", async () => {
  const { bin, hook } = await pointed();
  const data = JSON.stringify({ videoId: "v1", error: "x".repeat(200_000) });
  const { id } = await make.delivery(hook, { data });
  await finished(id);
  const [request] = await requestsOf(bin.id);
  expect(request).toMatchObject({ truncated: true, fault: null });
  expect(request?.size).toBeGreaterThan(200_000);
  expect(request?.body).toHaveLength(64 * 1024);
});

test("the newest two hundred stay, and none for longer than three days", async () => {
  const other = await pointed();
  await finished((await make.delivery(other.hook)).id);
  const { bin, hook } = await pointed();
  await sql`update inbox_bins set received = 250 where id = ${bin.id}`;
  await sql`
    insert into inbox_requests (bin_id, number, received_at, method, headers, body, size, truncated, answered)
    select ${bin.id}, n, now() - (case when n < 100 then 4 else 1 end) * interval '1 day', 'POST', '[]', '', 0, false, 200
    from generate_series(1, 250) n`;
  const { id } = await make.delivery(hook);
  await finished(id);
  const numbers = async () => (await requestsOf(bin.id)).map(({ number }) => number);
  expect([(await numbers())[0], (await numbers()).at(-1)]).toEqual([52, 251]);
  expect(await requestsOf(other.bin.id)).toHaveLength(1);

  await runRetention(url, 30);
  expect([(await numbers())[0], (await numbers()).at(-1)]).toEqual([100, 251]);
});

const spellings = [
  "HTTP://inbox.postback.internal/TOKEN",
  "http://INBOX.postback.internal/TOKEN",
  "http://inbox.postback.internal./TOKEN",
  "http://inbox.postback.internal:80/TOKEN",
  "http://inbox.postback.internal:8080/TOKEN",
  "https://inbox.postback.internal/TOKEN",
  "http://user@inbox.postback.internal/TOKEN",
  "http://user:word@inbox.postback.internal/TOKEN",
  "http://inbox.postback.internal/TOKEN/",
  "http://inbox.postback.internal/TOKEN/more",
  "http://inbox.postback.internal/TOKEN?a=b",
  "http://inbox.postback.internal/TOKEN#a",
  "http://inbox.postback.internal//TOKEN",
  "http://inbox.postback.internal/../TOKEN",
  "http://inbox.postback.internal/x/../TOKEN",
  "http://x.inbox.postback.internal/TOKEN",
  "http://ｉnbox.postback.internal/TOKEN",
  "http://postback.internal/TOKEN",
  "http://localhost/TOKEN",
  "http://inbox.postback.internal/",
  "http://inbox.postback.internal",
];

test("nothing but the address of a bin, as it is written, leads into the inbox", async () => {
  const sent = await Promise.all(
    spellings.map(async (spelling) => {
      const { bin, hook } = await pointed();
      const callbackUrl = spelling.replace("TOKEN", bin.url.split("/").at(-1) ?? "");
      await sql`update webhooks set callback_url = ${callbackUrl} where id = ${hook.id}`;
      return { bin, ...(await make.delivery({ ...hook, callbackUrl })) };
    }),
  );
  for (const [at, { id, bin }] of sent.entries()) {
    await soon(async () =>
      expect(await attemptsOf(id), spellings[at]).toMatchObject([{ cause: "blocked" }]),
    );
    expect(await requestsOf(bin.id), spellings[at]).toEqual([]);
  }
});

test("an address without a bin is answered 404 and recorded nowhere", async () => {
  const callbackUrl = `http://inbox.postback.internal/${"a".repeat(24)}`;
  const { id } = await make.delivery(await make.webhook({ callbackUrl }));
  await soon(async () =>
    expect(await attemptsOf(id)).toMatchObject([{ statusCode: 404, cause: "http_4xx" }]),
  );
});
