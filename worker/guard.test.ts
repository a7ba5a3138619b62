import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { type Receiver, startReceiver } from "@/tests/receiver";
import { startWorker } from "./start-worker";

const { sql, url } = await freshDatabase();
const make = makers(sql);
const settings = { WORKER_CONCURRENCY: 16, ALLOW_PRIVATE_CIDRS: "", CALLBACK_HTTPS_ONLY: false };

let receiver: Receiver;
let worker: ReturnType<typeof startWorker>;
beforeAll(async () => {
  receiver = await startReceiver();
  worker = startWorker(url, settings);
});
afterAll(async () => {
  await worker.stop();
  await receiver.close();
});

/** Returns the first attempt at a webhook that was stored while every target was allowed. */
async function firstAttempt(callbackUrl: string) {
  const { id } = await make.delivery(await make.webhook({ callbackUrl }));
  return eventually(async () => {
    const [attempt] = await sql`
        select a.cause, a.response_body, d.status, q.due_at > now() as again
        from attempts a join deliveries d on d.id = a.delivery_id
        left join queue q on q.delivery_id = d.id
        where a.delivery_id = ${id}`;
    expect(attempt).toBeDefined();
    return attempt;
  });
}

const spellings = [
  "127.0.0.1",
  "127.1",
  "0x7f.1",
  "0177.0.0.1",
  "2130706433",
  "0",
  "localhost",
  "LOCALHOST.",
  "①②⑦.0.0.1",
  "[::1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::127.0.0.1]",
  "[64:ff9b::7f00:1]",
];

test("a stored URL is checked before sending, in every notation", async () => {
  const urls = spellings.map((host) => receiver.url.replace("127.0.0.1", host));
  const attempts = await Promise.all(urls.map(firstAttempt));
  const refused = { cause: "blocked", responseBody: null, status: "pending", again: true };
  expect(attempts).toEqual(urls.map(() => refused));
  expect(receiver.received).toEqual([]);
});

test("a name that DNS does not know is a failed attempt, and tried again", async () => {
  const attempt = await firstAttempt("http://nowhere.invalid/");
  expect(attempt).toMatchObject({ cause: "dns", status: "pending", again: true });
});
