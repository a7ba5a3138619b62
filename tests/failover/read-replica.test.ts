import { afterEach, expect, test } from "vitest";
import { connectDatabase, connectSql } from "@/db/client";
import { bootstrap } from "@/lib/bootstrap";
import { readEnvironment } from "@/lib/env";
import { key, programs } from "@/tests/faults/programs";
import { makers } from "@/tests/make";
import { startPair } from "./pair";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

test("the log is read on the replica, never older than the last write, and on the primary without it", async () => {
  const pair = await startPair({ synchronous: false });
  closers.push(pair.close);
  const db = connectDatabase(pair.firstUrl, 1);
  await bootstrap(db, readEnvironment({ BOOTSTRAP_API_KEY: key }));
  await db.$client.end();
  const sql = connectSql(pair.firstUrl, 1);
  closers.push(() => sql.end());
  const standby = connectSql(pair.secondUrl, 1);
  closers.push(() => standby.end({ timeout: 0 }));
  const [account] = await sql`select id from accounts`;
  await makers(sql).webhook({ accountId: account?.id, callbackUrl: "https://hooks.example/" });
  const running = programs(pair.firstUrl);
  closers.push(running.close);
  const { address } = await running.web({ variables: { DATABASE_READ_URL: pair.secondUrl } });
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(`${address}/v1/${path}`, {
      method: body ? "POST" : "GET",
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return answer.json();
  };
  /** Publishes events one after the other. Returns those that the list read right after did not begin with. */
  const unseen = async (count: number) => {
    const ids: string[] = [];
    for (let n = 0; n < count; n++) {
      const { id } = await ask("events", {
        event: "VIDEO_GENERATION_SUCCESS",
        data: { videoId: `video-${n}` },
      });
      const { deliveries } = await ask("deliveries?limit=1");
      if (deliveries[0]?.eventId !== id) ids.push(id);
    }
    return ids;
  };
  const readsOfTheLog = () => standby`
    select from pg_stat_activity
    where application_name like 'postback%' and pid <> pg_backend_pid() and query like '%"deliveries"%'`;

  expect(await unseen(100)).toEqual([]);
  expect((await readsOfTheLog()).length).toBeGreaterThan(0);

  pair.suspendReplication();
  expect(await unseen(5)).toEqual([]);

  await pair.killStandby();
  expect(await unseen(5)).toEqual([]);
});
