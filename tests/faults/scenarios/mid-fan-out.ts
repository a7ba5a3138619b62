import { expect } from "vitest";
import { stuckDeliveries } from "@/tests/stuck";
import { drain } from "../ledger";
import { key, mutate } from "../programs";
import { openWorld } from "../world";

const webhooks = 600;
/** Steps small enough for several kills. */
const smallPortions = { file: "worker/jobs/fan-outs.ts", from: "most: 500", to: "most: 200" };
const event = "VIDEO_GENERATION_SUCCESS";

/**
 * An event goes to so many webhooks that its deliveries are created in the background. Workers are killed during
 * that; each webhook gets exactly one delivery.
 */
export async function midFanOut(): Promise<void> {
  const world = await openWorld();
  const { sql } = world;
  const crowd = await world.subscribe();
  await sql`
    insert into webhooks (id, account_id, callback_url, events, deadline_seconds)
    select new_id(), ${crowd.webhook.accountId}, ${crowd.url} || '/' || n, array[${event}], 1
    from generate_series(2, ${webhooks}) n`;
  await sql`
    insert into webhook_secrets (id, webhook_id, secret)
    select new_id(), id, ${crowd.secret} from webhooks where id <> ${crowd.webhookId}`;
  const web = await world.web();

  const answer = await fetch(`${web.address}/v1/events`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json", "idempotency-key": "once" },
    body: JSON.stringify({ event, data: { videoId: "v" } }),
  });
  expect(await answer.json()).toMatchObject({ deliveries: webhooks });
  const created = async () => (await sql`select from deliveries`).length;
  expect(await created()).toBe(0);

  const bundle = await mutate([smallPortions]);
  for (const expected of [200, 400]) {
    const killed = await world.worker({ bundle, failPoint: "after_expand" });
    expect(await killed.exit()).toBe("SIGKILL");
    expect(await created()).toBe(expected);
  }
  await world.expireLeases();
  await world.worker({ bundle });
  await crowd.waitFor(webhooks);
  await drain(sql);

  const [ledger] = await sql`
    select count(*)::int as n, count(distinct webhook_id)::int as webhooks,
      (count(*) filter (where status = 'delivered'))::int as delivered,
      (select count(*)::int from fan_outs) as left
    from deliveries`;
  expect(ledger).toEqual({ n: webhooks, webhooks, delivered: webhooks, left: 0 });
  expect(new Set(crowd.received.map(({ path }) => path)).size).toBe(webhooks);
  expect(await stuckDeliveries(sql)).toEqual([]);
}
