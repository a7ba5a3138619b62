import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { guardedAgent } from "@/lib/outbound/connector";
import { targetPolicy } from "@/lib/outbound/policy";
import { claimedOf } from "@/tests/claimed";
import { type Answer, misbehave, type Receiver, startReceiver } from "@/tests/receiver";
import { send } from "./send";

const policy = targetPolicy({ ALLOW_PRIVATE_CIDRS: "127.0.0.0/8", CALLBACK_HTTPS_ONLY: false });
const agent = guardedAgent(policy);

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => {
  await agent.destroy();
  await receiver.close();
});

const sendTo = (answer: Answer, callbackUrl = receiver.url) => {
  receiver.answer(answer);
  return send(claimedOf({ callbackUrl }), { agent, policy });
};

describe("without an answer", () => {
  test.each([
    ["hangs", misbehave.hang, "timeout"],
    ["drips headers", misbehave.dripHeaders, "timeout"],
    ["resets", misbehave.reset, "connect"],
    ["speaks another language", misbehave.notHttp, "body"],
    ["floods with interim answers", misbehave.floodInterim, "body"],
  ])("a receiver that %s ends as such", async (_how, answer, cause) => {
    const outcome = await sendTo(answer);

    expect(outcome).toMatchObject({ cause, statusCode: null, responseHeaders: null });
    expect(outcome.requestHeaders).not.toBeNull();
    expect(outcome.error).toMatch(/^(What )?127\.0\.0\.1 .*\.$/);
  });

  test("says how long it waited", async () => {
    const { error } = await sendTo(misbehave.hang);

    expect(error).toBe("127.0.0.1 took the request but gave no answer within 1 s.");
  });

  test("nobody listens: nothing was sent", async () => {
    const gone = await startReceiver();
    await gone.close();

    const outcome = await sendTo(200, gone.url);

    expect(outcome).toMatchObject({ cause: "connect", requestHeaders: null, statusCode: null });
  });
});
