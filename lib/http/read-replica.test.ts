import { expect, test, vi } from "vitest";
import { connectDatabase } from "@/db/client";
import { freshDatabase } from "@/tests/database";
import { startProxy } from "@/tests/proxy";
import { ReadReplica } from "./read-replica";

const { db: primary, url } = await freshDatabase();

test("reads run on the primary while the replica is away, and when it was promoted", async () => {
  const address = new URL(url);
  const proxy = await startProxy({ host: address.hostname, port: Number(address.port) });
  address.host = `127.0.0.1:${proxy.port}`;
  const replica = connectDatabase(address.href, 1);
  proxy.cut();
  expect(await new ReadReplica(primary, replica).run(async (db) => db === primary)).toBe(true);
  proxy.mend();
  // This server is no standby, as a replica that was promoted.
  expect(await new ReadReplica(primary, replica).run(async (db) => db === primary)).toBe(true);
  await replica.$client.end({ timeout: 1 });
  await proxy.close();
});

test("an error of the read itself is passed on", async () => {
  const reads = new ReadReplica(primary, primary);
  const failure = new Error("refused");
  await expect(reads.run(() => Promise.reject(failure))).rejects.toBe(failure);
});

test("a replica that stops to respond holds no read back, also not those that follow", async () => {
  const address = new URL(url);
  const proxy = await startProxy({ host: address.hostname, port: Number(address.port) });
  address.host = `127.0.0.1:${proxy.port}`;
  // Its statements end long after the time limit of this test.
  const replica = connectDatabase(address.href, 1, 600_000);
  await replica.execute("select 1");
  const checks = vi.spyOn(replica, "execute");
  const reads = new ReadReplica(primary, replica);

  proxy.silence();
  expect(await reads.run(async (db) => db === primary)).toBe(true);
  expect(await reads.run(async (db) => db === primary)).toBe(true);

  expect(checks, "none while the first has no answer").toHaveBeenCalledOnce();
  proxy.cut();
  await replica.$client.end({ timeout: 0 });
  await proxy.close();
}, 20_000);
