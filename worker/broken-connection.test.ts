import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { guardedAgent } from "@/lib/outbound/connector";
import { targetPolicy } from "@/lib/outbound/policy";
import { leasedDelivery } from "@/tests/leased-delivery";
import { misbehave, type Receiver, startReceiver } from "@/tests/receiver";
import { send } from "@/worker/http/send";

const policy = targetPolicy({ ALLOW_PRIVATE_CIDRS: "127.0.0.0/8", CALLBACK_HTTPS_ONLY: false });

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
beforeEach(() => {
  receiver.received.length = 0;
});
afterAll(() => receiver.close());

const claimed = () => leasedDelivery({ callbackUrl: receiver.url });

test("a kept connection that breaks before the answer is a failed attempt; the next gets a new connection", async () => {
  const fresh = guardedAgent(policy);
  receiver.answer(200, misbehave.reset, 200);
  await send(claimed(), { agent: fresh, policy });
  // The connection is kept from the next turn of the event loop.
  await new Promise(setImmediate);

  const broken = await send(claimed(), { agent: fresh, policy });
  expect(receiver.received).toHaveLength(2);
  const next = await send(claimed(), { agent: fresh, policy });

  expect(broken).toMatchObject({ cause: "connect", statusCode: null });
  expect(next).toMatchObject({ cause: null, statusCode: 200 });
  expect(next.requestHeaders).toContainEqual(["connection", "close"]);
  expect(receiver.received[2]?.headers.connection).toBe("close");
  await fresh.destroy();
});

test("a kept connection on which no answer comes in time says nothing against keeping the next", async () => {
  const fresh = guardedAgent(policy);
  receiver.answer(200, misbehave.hang, 200);
  await send(claimed(), { agent: fresh, policy });
  await new Promise(setImmediate);

  const late = await send({ ...claimed(), deadlineSeconds: 0.2 }, { agent: fresh, policy });
  const next = await send(claimed(), { agent: fresh, policy });

  expect(late).toMatchObject({ cause: "timeout", phases: { connectMs: null } });
  expect(next.requestHeaders).toContainEqual(["connection", "keep-alive"]);
  await fresh.destroy();
});

test("a kept connection that breaks within a body says nothing against keeping the next", async () => {
  const fresh = guardedAgent(policy);
  receiver.answer(200, misbehave.resetAfterHeaders, 200);
  await send(claimed(), { agent: fresh, policy });
  await new Promise(setImmediate);

  const broken = await send(claimed(), { agent: fresh, policy });
  const next = await send(claimed(), { agent: fresh, policy });

  expect(broken).toMatchObject({ statusCode: 200, truncated: true });
  expect(broken.phases.connectMs).toBeNull();
  expect(next.requestHeaders).toContainEqual(["connection", "keep-alive"]);
  await fresh.destroy();
});

test("a new connection that breaks before the answer is a failure, and says nothing against keeping the next", async () => {
  const fresh = guardedAgent(policy);
  receiver.answer(misbehave.reset, 200);

  const outcome = await send(claimed(), { agent: fresh, policy });

  expect(outcome).toMatchObject({ cause: "connect", statusCode: null });
  expect(receiver.received).toHaveLength(1);
  const next = await send(claimed(), { agent: fresh, policy });
  expect(next.requestHeaders).toContainEqual(["connection", "keep-alive"]);
  await fresh.destroy();
});
