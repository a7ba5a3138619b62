import { afterAll, expect, test } from "vitest";
import { guardedAgent } from "@/lib/outbound/connector";
import { targetPolicy } from "@/lib/outbound/policy";
import { hostile, startHostile } from "@/tests/hostile";
import { leasedDelivery } from "@/tests/leased-delivery";
import { startReceiver } from "@/tests/receiver";
import { send } from "@/worker/http/send";

const policy = targetPolicy({ ALLOW_PRIVATE_CIDRS: "127.0.0.0/8", CALLBACK_HTTPS_ONLY: false });
const agent = guardedAgent(policy);
afterAll(() => agent.destroy());

const deadlineSeconds = 1;
const sendTo = (callbackUrl: string) =>
  send(leasedDelivery({ callbackUrl, deadlineSeconds }), { agent, policy });

test.each(Object.entries(hostile))(
  "a receiver that %s costs no more than its deadline, and is named",
  async (_how, [act, cause]) => {
    const receiver = await startHostile(act);

    const outcome = await sendTo(receiver.url);

    expect(outcome).toMatchObject({ cause, statusCode: cause === null ? 200 : null });
    expect(outcome.error ?? "127.0.0.1 is fine.").toMatch(/127\.0\.0\.1 .*\.$/);
    expect(outcome.responseBody?.length ?? 0).toBeLessThanOrEqual(16 * 1024);
    expect(outcome.durationMs).toBeLessThanOrEqual((deadlineSeconds + 1) * 1000);
    await receiver.close();
  },
);

test("a broken connection of one receiver does not affect the next request", async () => {
  const [act] = hostile["answers twice"]!;
  const receiver = await startHostile(act);
  for (let n = 0; n < 5; n++) {
    expect(await sendTo(receiver.url)).toMatchObject({ cause: null, statusCode: 200 });
  }
  await receiver.close();
});

test.each([
  ["is silent", () => {}, "timeout"],
  ["answers in plain HTTP", hostile["speaks another language"]![0], "tls"],
  ["resets", hostile["resets after the request"]![0], "tls"],
] as const)(
  "a TLS handshake in which the receiver %s ends by the deadline",
  async (_how, act, cause) => {
    const receiver = await startHostile(act);
    const outcome = await sendTo(receiver.url.replace("http:", "https:"));
    expect(outcome).toMatchObject({ cause, statusCode: null, requestHeaders: null });
    expect(outcome.durationMs).toBeLessThanOrEqual((deadlineSeconds + 1) * 1000);
    await receiver.close();
  },
);

test("says how long it waited", async () => {
  const receiver = await startHostile(() => {});
  const { error } = await sendTo(receiver.url);
  expect(error).toBe("127.0.0.1 accepted the request but did not respond within 1 s.");
  await receiver.close();
});

test("a closed port: nothing was sent", async () => {
  const gone = await startReceiver();
  await gone.close();
  const outcome = await sendTo(gone.url);
  expect(outcome).toMatchObject({ cause: "connect", requestHeaders: null, statusCode: null });
});
