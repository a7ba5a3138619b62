import { expect, test } from "vitest";
import { guardedAgent } from "@/lib/outbound/connector";
import { targetPolicy } from "@/lib/outbound/policy";
import { claim } from "@/lib/queue/claim";
import { deliveryQueue } from "@/lib/queue/delivery-queue";
import { channels } from "@/lib/queue/notify";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { misbehave, startReceiver } from "@/tests/receiver";
import { toLoopback } from "@/tests/to-loopback";
import { Dispatcher } from "./dispatcher";
import { lanesOf } from "./lanes";

const { sql } = await freshDatabase();
const make = makers(sql);

/** Starts a dispatcher with a request in flight that hangs, and a row that waits for it. */
async function start() {
  const receiver = await startReceiver();
  receiver.answer(misbehave.hang);
  const policy = targetPolicy(toLoopback);
  const sender = { agent: guardedAgent(policy), policy };
  const lanes = lanesOf(16);
  const shards = { owned: true, elsewhere: 0 };
  const ownership = {
    shards: undefined,
    owns: () => shards.owned,
    inFlightElsewhere: () => shards.elsewhere,
  };
  const dispatcher = new Dispatcher({
    ...{ sql, queue: deliveryQueue(sql), sender, lanes, ownership },
    freed() {},
  });
  const hook = await make.webhook({ callbackUrl: receiver.url, deadlineSeconds: 15 });
  for (let n = 0; n < 2; n++) await make.delivery(hook);
  const { claimed } = await claim(sql, { limit: 2, slots: 100, memoryLeft: 100 });
  const rows = claimed.map((row) => ({ ...row, maxConcurrency: 1 }));
  dispatcher.add(rows, lanes.normal);
  await receiver.waitFor(1);
  const close = async () => {
    await receiver.close();
    await dispatcher.stop();
    await sender.agent.destroy();
  };
  return { dispatcher, receiver, lanes, shards, hook, close };
}

test.each(["due", "lane1"] as const)(
  "a stop wakes other workers (%s) when the rows that waited are due again, while a request is in flight",
  async (channel) => {
    const { dispatcher, hook, close } = await start();
    const heard = await leasesWhenNotified(channel, hook.id);
    const stopped = dispatcher.stop();
    await eventually(async () =>
      expect(heard).toContainEqual([{ leased: false }, { leased: true }]),
    );
    await close();
    await stopped;
  },
);

test("a worker that loses a webhook wakes the others when the rows that waited are due again", async () => {
  const { dispatcher, shards, hook, close } = await start();
  const heard = await leasesWhenNotified("due", hook.id);
  shards.owned = false;
  dispatcher.applyOwnership();
  await eventually(async () => expect(heard).toContainEqual([{ leased: false }, { leased: true }]));
  await close();
});

test("a row that was claimed before the worker lost its webhook is given back", async () => {
  const { dispatcher, receiver, lanes, shards, close } = await start();
  const { deliveryId, rows } = await claimedFor(receiver.url);
  shards.owned = false;
  dispatcher.add(rows, lanes.normal);
  await eventually(async () =>
    expect(await sql`select leased, attempt from queue where delivery_id = ${deliveryId}`).toEqual([
      { leased: false, attempt: 0 },
    ]),
  );
  expect(receiver.received).toHaveLength(1);
  await close();
});

test("a row that waits for requests of a former owner starts when these have ended", async () => {
  const { dispatcher, receiver, lanes, shards, close } = await start();
  const { deliveryId, rows } = await claimedFor(receiver.url);
  shards.elsewhere = 64;
  dispatcher.add(rows, lanes.normal);
  shards.elsewhere = 63;
  dispatcher.applyOwnership();
  const [, second] = await receiver.waitFor(2);
  expect(second?.body).toContain(deliveryId);
  await close();
});

/** Claims a delivery to another webhook. */
async function claimedFor(callbackUrl: string) {
  const { id: deliveryId } = await make.delivery(await make.webhook({ callbackUrl }));
  const { claimed: rows } = await claim(sql, { limit: 1, slots: 100, memoryLeft: 100 });
  return { deliveryId, rows };
}

/** Returns a list that gets the rows of a webhook at each notification. */
async function leasesWhenNotified(channel: keyof typeof channels, webhookId: string) {
  const heard: unknown[] = [];
  const look = async () => {
    heard.push(await sql`select leased from queue where webhook_id = ${webhookId} order by leased`);
  };
  await sql.listen(channels[channel], () => void look());
  return heard;
}
