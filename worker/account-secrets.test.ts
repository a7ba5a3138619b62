import type { ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, test } from "vitest";
import { revealAccountSecret, rotateAccountSecret } from "@/lib/account-secrets/operations";
import { noCapacity } from "@/lib/queue/capacity";
import { enqueue, prepared } from "@/lib/queue/enqueue";
import { machineContext } from "@/tests/context";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { type Received, type Receiver, startReceiver } from "@/tests/receiver";
import { toLoopback } from "@/tests/to-loopback";
import { startWorker } from "./start-worker";

const { sql, db, url } = await freshDatabase();
const make = makers(sql);
const ctx = machineContext(db);
const settings = { WORKER_CONCURRENCY: 8, ...toLoopback };

let receiver: Receiver;
let worker: ReturnType<typeof startWorker>;
beforeEach(async () => {
  receiver = await startReceiver();
  worker = startWorker(url, settings);
});
afterEach(async () => {
  await worker.stop();
  await receiver.close();
});

/** Creates a target of one-shot callbacks without secrets of its own. */
async function oneShot() {
  const target = await make.webhook({ callbackUrl: receiver.url });
  await sql`delete from webhook_secrets where webhook_id = ${target.id}`;
  await sql`update webhooks set one_shot = true, deadline_seconds = 30 where id = ${target.id}`;
  const { secret } = await revealAccountSecret(ctx, target.accountId);
  return { ...target, secret };
}

/** Returns those of the secrets that signed a request, by their position, and the number of signatures. */
function signersOf({ body, headers }: Received, secrets: string[]) {
  const signed = headers as Record<string, string>;
  const isBy = (secret: string) => {
    try {
      return Boolean(new Webhook(secret).verify(body, signed));
    } catch {
      return false;
    }
  };
  return {
    by: secrets.flatMap((secret, n) => (isBy(secret) ? [n] : [])),
    signatures: signed["webhook-signature"]!.split(" ").length,
  };
}

test("each attempt of a one-shot callback is signed with the secrets that its account has then", async () => {
  receiver.answer(500);
  const { secret, ...target } = await oneShot();
  const { id } = await make.delivery(target);
  const rotate = (overlapSeconds: 0 | 3600) =>
    rotateAccountSecret(ctx, target.accountId, { overlapSeconds });
  /** Waits until an attempt is recorded, and makes the next one due. */
  const retry = async (attempt: number) => {
    await eventually(async () =>
      expect(await sql`select leased, attempt from queue where delivery_id = ${id}`).toEqual([
        { leased: false, attempt },
      ]),
    );
    await sql`update queue set due_at = now() where delivery_id = ${id}`;
  };

  const secrets = [secret];
  await retry(1);
  await retry(2);
  await receiver.waitFor(3);
  secrets.push((await rotate(3600)).secret);
  await retry(3);
  await receiver.waitFor(4);
  secrets.push((await rotate(0)).secret);
  await retry(4);
  expect((await receiver.waitFor(5)).map((one) => signersOf(one, secrets))).toEqual([
    { by: [0], signatures: 1 },
    { by: [0], signatures: 1 },
    { by: [0], signatures: 1 },
    { by: [0, 1], signatures: 2 },
    { by: [2], signatures: 1 },
  ]);
});

test("deliveries that wait in the memory of a worker are signed with the secret of a rotation", async () => {
  const held: ServerResponse[] = [];
  await worker.stop();
  const { secret, ...target } = await oneShot();
  // Listens only from now on, as its first request shows: a notice of what was made before would give back what it holds.
  worker = startWorker(url, settings);
  await make.delivery(target);
  await receiver.waitFor(1);
  receiver.answer((response) => void held.push(response), 200);
  const { accountId, id } = target;
  const event = { event: "VIDEO_GENERATION_FAILED", data: "{}", subject: "video" } as const;
  const events = Array.from({ length: 3 }, () => ({ ...event, accountId, oneShot: id }));
  const most = { limit: 8, slots: 64, memoryLeft: 64, newTargetLimit: 8 };
  const { claimed } = await enqueue(prepared(sql), events, { ...noCapacity, ...most });
  expect(claimed).toHaveLength(3);
  // One is sent, and two wait for its response.
  const oneByOne = claimed.map((row) => ({ ...row, maxConcurrency: 1 }));
  worker.handOff.take({ claimed: oneByOne, lane1Webhooks: [] });
  await receiver.waitFor(2);

  const made = await rotateAccountSecret(ctx, accountId, { overlapSeconds: 0 });
  const [, ...requests] = await receiver.waitFor(4);
  // The first one still waits for its response, so the others were not sent in its slot.
  expect(held.map(({ destroyed }) => destroyed)).toEqual([false]);
  held[0]?.end();
  const secrets = [secret, made.secret];
  expect(requests.map((one) => signersOf(one, secrets).by)).toEqual([[0], [1], [1]]);
});
