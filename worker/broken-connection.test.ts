import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { guardedAgent } from "@/lib/outbound/connector";
import { targetPolicy } from "@/lib/outbound/policy";
import { claimedOf } from "@/tests/claimed";
import { misbehave, type Receiver, startReceiver } from "@/tests/receiver";
import { send } from "./send";

const policy = targetPolicy({ ALLOW_PRIVATE_CIDRS: "127.0.0.0/8", CALLBACK_HTTPS_ONLY: false });

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
beforeEach(() => {
  receiver.received.length = 0;
});
afterAll(() => receiver.close());

const claimed = () => claimedOf({ callbackUrl: receiver.url });

test("a kept connection that breaks before the answer is tried once more at once: the receiver had just closed it", async () => {
  const fresh = guardedAgent(policy);
  receiver.answer(200, misbehave.reset, 200);
  await send(claimed(), { agent: fresh, policy });
  // It is kept from the next turn of the event loop on.
  await new Promise(setImmediate);

  const outcome = await send(claimed(), { agent: fresh, policy });

  expect(outcome).toMatchObject({ cause: null, statusCode: 200 });
  expect(receiver.received).toHaveLength(3);
  await fresh.destroy();
});

test("a new connection that breaks before the answer is a failure", async () => {
  const fresh = guardedAgent(policy);
  receiver.answer(misbehave.reset, 200);

  const outcome = await send(claimed(), { agent: fresh, policy });

  expect(outcome).toMatchObject({ cause: "connect", statusCode: null });
  expect(receiver.received).toHaveLength(1);
  await fresh.destroy();
});
