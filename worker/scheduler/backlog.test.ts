import { afterAll, expect, test } from "vitest";
import { connectClaims, connectEngine } from "@/db/client";
import { guardedAgent } from "@/lib/outbound/connector";
import { targetPolicy } from "@/lib/outbound/policy";
import { deliveryQueue } from "@/lib/queue/delivery-queue";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { startReceiver } from "@/tests/receiver";
import { toLoopback } from "@/tests/to-loopback";
import { PollLoop } from "./poll-loop";

const { sql, url } = await freshDatabase();
const make = makers(sql);
const [claiming, completing] = [connectClaims(url, 1, 2000), connectEngine(url, 1, 5000)];
const policy = targetPolicy(toLoopback);
/** Claims every lane once at its start. No poll finds more, also no retry: only the claims before do. */
const pollLoop = () =>
  new PollLoop({
    sql: completing,
    queue: deliveryQueue(claiming, completing),
    sender: { agent: guardedAgent(policy), policy },
    concurrency: 128,
    findDue: async () => ({ lanes: [], hasWork: false, comingMs: null }),
    isNotified: () => true,
  });
afterAll(() => Promise.all([claiming.end(), completing.end()]));

test.each([
  ["one webhook", { accounts: 1, webhooks: 1, rowsOfEach: 600 }],
  ["an account with many webhooks", { accounts: 1, webhooks: 40, rowsOfEach: 25 }],
  ["many accounts", { accounts: 40, webhooks: 1, rowsOfEach: 25 }],
])("a backlog of %s in lane 1 is claimed as fast as it is sent", async (_, size) => {
  const receiver = await startReceiver();
  // On a busy machine requests take seconds: none misses its deadline.
  const draft = { callbackUrl: receiver.url, deadlineSeconds: 30 };
  for (let account = 0; account < size.accounts; account++) {
    const accountId = await make.account();
    for (let n = 0; n < size.webhooks; n++) {
      const webhook = await make.webhook({ ...draft, accountId });
      await Promise.all(Array.from({ length: size.rowsOfEach }, () => make.delivery(webhook)));
    }
  }
  await sql`update queue set lane = 1`;
  const loop = pollLoop();
  const running = loop.run();
  await receiver.waitFor(size.accounts * size.webhooks * size.rowsOfEach);
  await eventually(async () => expect(await sql`select from queue`).toHaveLength(0));
  loop.stop();
  await running;
  await receiver.close();
});
