import { audit, drain } from "../ledger";
import { produce } from "../producer";
import { openWorld } from "../world";

/** Disables background writes while the test runs. */
const lazy = { wal_writer_delay: "10s", checkpoint_timeout: "1h", autovacuum: "off" };

/** F4: Postgres is killed as soon as events are accepted. */
export async function powerCut(webBundle?: string): Promise<void> {
  const world = await openWorld(lazy);
  const subscriber = await world.subscribe();
  const web = await world.web(webBundle ? { bundle: webBundle } : {});
  const producer = produce(() => web.address, { count: 100 });
  await producer.over;
  await world.postgres.kill();

  await world.postgres.restart();
  await world.worker();
  await drain(world.sql);
  await audit(world.sql, producer.accepted, [subscriber]);
}
