import { expect, test } from "vitest";
import { NatsHandOff } from "@/lib/nats/hand-off";
import { batchedEventQueue } from "@/lib/queue/batched-enqueue";
import { audit, drain } from "../faults/ledger";
import { onEnd, openWorld } from "../faults/world";
import { until } from "../product";
import { startProxy } from "../proxy";
import { startNats } from "./server";

const event = "VIDEO_GENERATION_SUCCESS" as const;

test("while confirmations are lost between worker and publisher, each request is a logged attempt", async () => {
  const nats = await startNats();
  onEnd(nats.close);
  const proxy = await startProxy({ host: "127.0.0.1", port: Number(new URL(nats.url).port) });
  onEnd(proxy.close);
  const world = await openWorld();
  // A response takes longer than a publisher waits for a worker.
  const subscriber = await world.subscribe(() => ({ status: 200, afterMs: 3000 }), 10);
  const { accountId } = subscriber.webhook;
  const handOff = new NatsHandOff(world.sql, { NATS_URL: `nats://127.0.0.1:${proxy.port}` });
  onEnd(() => handOff.stop());
  await world.worker({ variables: { DISPATCH: "nats", NATS_URL: nats.url } });
  await until(() => handOff.capacity().shards?.length === 64);

  proxy.trouble({ down: { silent: true } });
  const queue = batchedEventQueue(world.sql, () => handOff);
  const data = '{"videoId":"v"}';
  const [stored] = await queue.enqueue([{ accountId, event, data, subject: "v" }]);
  await subscriber.waitFor(1);
  await drain(world.sql);
  proxy.mend();

  expect(await audit(world.sql, new Map([[stored?.id ?? "", "v"]]), [subscriber])).toBe(0);
});
