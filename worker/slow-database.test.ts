import { expect, test } from "vitest";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";
import type { DeliveryQueue } from "@/lib/queue/queue";
import { unsentResult } from "@/lib/queue/result";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { startReceiver } from "@/tests/receiver";
import { toLoopback } from "@/tests/to-loopback";
import { ResultWriter } from "@/worker/scheduler/result-writer";
import { startWorker } from "./start-worker";

const { sql, url } = await freshDatabase();
const make = makers(sql);

const stopped = () =>
  Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" });

test("results that the database stops at its time limit are recorded in smaller groups", async () => {
  const sizes: number[] = [];
  const slow: Pick<DeliveryQueue, "complete"> = {
    async complete(results) {
      sizes.push(results.length);
      if (results.length > 2) throw stopped();
      return results.length;
    },
  };
  const resultWriter = new ResultWriter(slow);
  const claimed = { claimedAt: performance.now(), deadlineSeconds: 15 } as LeasedDelivery;
  const result = unsentResult(claimed);
  for (let n = 0; n < 8; n++) resultWriter.add(result);
  await resultWriter.idle();
  expect(sizes).toEqual([8, 4, 2, 2, 4, 2, 2]);
});

test("claims that the database stops at their time limit are followed by smaller ones", async () => {
  const receiver = await startReceiver();
  const hook = () => make.webhook({ callbackUrl: receiver.url });
  for (let n = 0; n < 6; n++) await make.delivery(await hook());
  // A claim of four rows exceeds its time limit, one of two does not.
  await sql.unsafe(`
    create function rest() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.6); return new; end $$;
    create trigger rest before update on queue for each row when (new.leased) execute function rest()`);
  const worker = startWorker(url, {
    WORKER_CONCURRENCY: 4,
    ...toLoopback,
  });
  await receiver.waitFor(6);
  await worker.stop();
  await receiver.close();
});
