import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { setAlertReceiver } from "@/lib/alerts/operations";
import { portion } from "@/lib/alerts/outbox";
import { guardedAgent } from "@/lib/outbound/connector";
import { targetPolicy } from "@/lib/outbound/policy";
import { machineContext } from "@/tests/context";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { startReceiver } from "@/tests/receiver";
import { toLoopback } from "@/tests/to-loopback";
import { runAlerts } from "./alerts";

const { db, sql } = await freshDatabase();

test("all due alerts are sent one portion after the other, and each portion is announced before and after", async () => {
  const receiver = await startReceiver();
  await setAlertReceiver(machineContext(db), { callbackUrl: "https://pager.example/", kinds: [] });
  await sql`update alert_receivers set callback_url = ${receiver.url}`;
  await sql`
    insert into alerts (id, kind, data, due_at)
    select new_id(), 'test', '{}', now() from generate_series(1, ${portion + 1})`;
  const held: ServerResponse[] = [];
  receiver.answer((response) => void held.push(response));
  const delivered = async () => (await sql`select from alerts where status = 'delivered'`).length;
  /** Alerts that were delivered at each announcement. */
  const announced: Promise<number>[] = [];
  const policy = targetPolicy(toLoopback);
  const sender = { agent: guardedAgent(policy), policy };
  const stopping = new AbortController();
  const running = runAlerts(db, sender, {
    signal: stopping.signal,
    // Nothing wakes it, and by itself it looks once a minute.
    listen: () => {},
    changed: () => void announced.push(delivered()),
  });

  await eventually(async () => expect(held).toHaveLength(portion));
  expect(await Promise.all(announced)).toEqual([0]);
  receiver.answer(200);
  for (const response of held) response.end();
  await eventually(async () => expect(await delivered()).toBe(portion + 1));
  stopping.abort();
  await running;
  expect(await announced.at(-1)).toBe(portion + 1);
});
