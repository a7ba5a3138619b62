import { expect, test } from "vitest";
import { until } from "@/tests/product";
import { audit, drain } from "../ledger";
import { produce } from "../producer";
import { key } from "../programs";
import { mountSmallDisk, noSmallDisk } from "../small-disk";
import { onEnd, openWorld } from "../world";

const small = { max_wal_size: "64MB", min_wal_size: "32MB" };

test.skipIf(noSmallDisk !== null)(
  `F15: on a full disk the API says 503, and all that was accepted arrives once there is space${noSmallDisk ? ` (${noSmallDisk})` : ""}`,
  async () => {
    const disk = mountSmallDisk(256);
    onEnd(disk.unmount);
    const world = await openWorld(small, disk.dir);
    const subscriber = await world.subscribe();
    const [web, idle] = [await world.web(), await world.web()];
    await world.worker();
    const producer = produce(() => web.address, { count: 1000 });
    await producer.atLeast(0.2);

    await disk.fill();
    await until(() => (producer.statuses.get(503) ?? 0) > 20);
    // Nothing was refused to the second one.
    for (const { address } of [web, idle]) {
      const warnings = async () => {
        const system = await fetch(`${address}/v1/system`, { headers: { "x-api-key": key } });
        return (await system.json()).warnings;
      };
      await expect.poll(warnings).toEqual(["disk_full"]);
    }
    await disk.free();

    await producer.over;
    expect(new Set(producer.statuses.keys())).toEqual(new Set([202, 503]));
    await drain(world.sql);
    await audit(world.sql, producer.accepted, [subscriber]);
  },
);
