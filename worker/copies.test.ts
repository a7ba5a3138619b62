import type { Socket } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { guardedAgent } from "@/lib/outbound/connector";
import { targetPolicy } from "@/lib/outbound/policy";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { startHostile } from "@/tests/hostile";
import { leasedDelivery } from "@/tests/leased-delivery";
import { makers } from "@/tests/make";
import { startReceiver } from "@/tests/receiver";
import { toLoopback } from "@/tests/to-loopback";
import { send } from "@/worker/http/send";
import { startWorker } from "./start-worker";

const { sql, url } = await freshDatabase();
const make = makers(sql);
const settings = {
  WORKER_CONCURRENCY: 4,
  ...toLoopback,
};
const policy = targetPolicy(settings);
const agent = guardedAgent(policy);
afterAll(() => agent.destroy());

const answered = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";

test("a receiver that resets kept connections gets as many copies as attempts are logged", async () => {
  let copies = 0;
  const receiver = await startHostile((socket) => {
    let onThis = 0;
    socket.on("data", (chunk) => {
      const requests = chunk.toString("latin1").split("POST /hook HTTP/1.1").length - 1;
      copies += requests;
      onThis += requests;
      if (onThis > 1) socket.resetAndDestroy();
      else if (requests > 0) socket.write(answered);
    });
  });
  const hook = await make.webhook({
    callbackUrl: receiver.url,
    maxConcurrency: 1,
    deadlineSeconds: 15,
  });
  for (let n = 0; n < 6; n++) await make.delivery(hook);
  const worker = startWorker(url, settings);

  await eventually(async () => {
    const rows =
      await sql`select from deliveries where webhook_id = ${hook.id} and status <> 'delivered'`;
    expect(rows).toEqual([]);
  });

  const attempts = await sql`
    select cause from attempts where delivery_id in (select id from deliveries where webhook_id = ${hook.id})`;
  expect(attempts.length).toBeGreaterThan(6);
  expect(copies).toBe(attempts.length);
  await worker.stop();
  await receiver.close();
});

describe("a request that takes several writes", () => {
  const data = JSON.stringify({ videoId: "v", notes: "ü".repeat(100_000) });
  const sendTo = (callbackUrl: string) =>
    send(leasedDelivery({ callbackUrl, data, deadlineSeconds: 5 }), { agent, policy });
  const early = (answer: string) => (socket: Socket) => socket.pause().write(answer);

  test("is not delivered by a success that comes before its end", async () => {
    const receiver = await startHostile(early(answered));
    const outcome = await sendTo(receiver.url);
    expect(outcome).toMatchObject({ cause: "protocol", statusCode: 200 });
    expect(outcome.error).toMatch(/^127\.0\.0\.1 answered 200 before the request was written; /);
    await receiver.close();
  });

  test.each([
    [302, "redirect"],
    [413, "http_4xx"],
  ])("is refused by a refusal that comes before its end: %i", async (statusCode, cause) => {
    const refusal = `HTTP/1.1 ${statusCode} No\r\ncontent-length: 0\r\n\r\n`;
    const receiver = await startHostile(early(refusal));
    expect(await sendTo(receiver.url)).toMatchObject({ cause, statusCode });
    await receiver.close();
  });

  test("arrives byte for byte, with its length", async () => {
    const receiver = await startReceiver();
    expect(await sendTo(receiver.url)).toMatchObject({ cause: null, statusCode: 200 });
    const [{ body, headers }] = (await receiver.waitFor(1)) as [
      Awaited<ReturnType<typeof receiver.next>>,
    ];
    expect(body).toBe(`{"event":"VIDEO_GENERATION_SUCCESS","data":${data}}`);
    expect(headers["content-length"]).toBe(String(Buffer.byteLength(body)));
    expect(headers).not.toHaveProperty("transfer-encoding");
    await receiver.close();
  });
});
