import { jetstreamManager } from "@nats-io/jetstream";
import { expect, test } from "vitest";
import { connectNats } from "@/lib/nats/connect";
import { NatsHandOff } from "@/lib/nats/hand-off";
import type { Report } from "@/lib/nats/message";
import { capacitySubject, ensureStream } from "@/lib/nats/stream";
import { batchedEventQueue } from "@/lib/queue/batched-enqueue";
import { noCapacity } from "@/lib/queue/capacity";
import { shardCount } from "@/lib/queue/shards";
import { freshDatabase } from "../database";
import { makers } from "../make";
import { until } from "../product";
import { startNats } from "./server";

test("a message that the broker accepted and no worker confirmed is released before its lease ends", async () => {
  const { sql } = await freshDatabase();
  const workerId = crypto.randomUUID();
  const make = makers(sql);
  const accountId = await make.account();
  await make.webhook({ accountId, callbackUrl: "https://example.com/" });
  const nats = await startNats();
  const connection = await connectNats({ NATS_URL: nats.url }, "test");
  await ensureStream(await jetstreamManager(connection), 1);
  const handOff = new NatsHandOff(sql, { NATS_URL: nats.url });
  const shards = Array.from({ length: shardCount }, (_, n) => n);
  const room = { limit: 9, slots: 99, memoryLeft: 99, newTargetLimit: 99, shards };
  await sql`
    insert into workers (id, host, pid, version, sharded) values (${workerId}, 'test', 1, 'test', true)`;
  const report: Report = { workerId, capacity: { ...noCapacity, ...room } };
  const reporting = setInterval(
    () => connection.publish(capacitySubject, JSON.stringify(report)),
    50,
  );

  await until(() => handOff.capacity().limit > 0);
  const event = "VIDEO_GENERATION_SUCCESS" as const;
  await batchedEventQueue(sql, () => handOff).enqueue([
    { accountId, event, data: '{"videoId":"v"}', subject: "v" },
  ]);
  const [released] = await until(async () => {
    const rows = await sql`select lease, attempt from queue where not leased and due_at <= now()`;
    return rows.length > 0 ? rows : null;
  });

  expect(released, "it was leased, and the attempt does not count").toEqual({
    lease: 1,
    attempt: 0,
  });
  clearInterval(reporting);
  await handOff.stop();
  await connection.close();
  await nats.close();
});
