import { describe, expect, test } from "vitest";
import { connectDatabase } from "@/db/client";
import { advance } from "@/lib/replays/advance";
import { slotsOf } from "@/lib/stats/slots";
import { speedOf } from "@/lib/stats/speed";
import { machineContext } from "./context";
import { freshDatabase } from "./database";
import { makers } from "./make";
import { largest } from "./plans/largest";
import { recordPlans } from "./plans/record";

const event = "VIDEO_GENERATION_SUCCESS";
/** Webhooks of each test. */
const count = 400;
const most = 10 * count;

// As in linear-plans.test.ts, of statements that read the log or its figures.
describe.skipIf(process.env.TEST_DATABASE_URL)("rows that a step of a plan reads", () => {
  test("to find the slowest webhooks", async () => {
    const own = await freshDatabase();
    const { account, webhooks } = makers(own.sql);
    const accountId = await account();
    await webhooks(accountId, count);
    const classes = 5;
    const insert = (daysAgo: number) => own.sql`
      insert into tally_times (grain, at, account_id, webhook_id, took, n)
      select 30, date_bin('30 minutes', now(), 'epoch') - ${daysAgo} * interval '1 day', account_id, id, took, 1
      from webhooks, generate_series(1, ${classes}) took`;
    // By these statistics there is nothing from today.
    await insert(2);
    await own.sql`analyze`;
    await insert(0);
    const { url, of, close } = await recordPlans(own.url);
    const db = connectDatabase(url, 1);
    const plans = await of(async () => {
      const slots = slotsOf({ since: "24h" }, Date.now());
      const { slowest } = await speedOf(machineContext(db), slots, { accountId });
      expect(slowest).toHaveLength(5);
    });
    await db.$client.end();
    close();
    expect(largest(plans)).toBeLessThan(2 * classes * count);
  });

  // By its statistics the table of items has those of an earlier replay only.
  test("to queue deliveries of a replay, and to take them back", async () => {
    const { own, startReplay } = await failedDeliveries(10);
    const earlier = await startReplay();
    await own.sql`insert into replay_items (replay_id, delivery_id) select ${earlier}, id from deliveries`;
    await own.sql`
      insert into receivers (webhook_id, open_until, cooldown_seconds)
      select id, now() + interval '15 minutes', 900 from webhooks`;
    await own.sql`analyze`;
    await own.sql`delete from replays where id = ${earlier}`;
    const id = await startReplay();
    const { url, of, close } = await recordPlans(own.url);
    const db = connectDatabase(url, 1);
    // The first step only collects, the second queues as many as the rate allows in a second.
    const plans = await of(async () => {
      await advance(db, id);
      await own.sql`update replays set paced_to = now() - interval '1 second' where id = ${id}`;
      expect(await advance(db, id)).toBe("queued");
      await own.sql`update replays set status = 'cancelled' where id = ${id}`;
      expect(await advance(db, id)).toBe("counted");
    });
    await db.$client.end();
    close();
    expect(largest(plans)).toBeLessThan(5 * most);
  });

  // By right statistics, reading the whole log in order costs less than many look-ups: the planner merged it with the rows of the queue.
  test("to take back deliveries that waited for a retry", async () => {
    const { own, startReplay } = await failedDeliveries(20);
    const waiting = 4 * count;
    await own.sql`update deliveries set status = 'pending', finished_at = null`;
    const id = await startReplay();
    await own.sql`
      insert into queue (delivery_id, event_id, webhook_id, account_id, attempt, trigger, due_at, replay_id)
      select id, event_id, webhook_id, account_id, attempts, 'replay', now(), ${id} from deliveries order by id desc limit ${waiting}`;
    await own.sql`
      insert into replay_items (replay_id, delivery_id, state, status_before, due_before, step_before)
      select ${id}, delivery_id, 'queued', 'pending', now() + interval '1 hour', 1 from queue`;
    await own.sql`update replays set status = 'cancelled', collected = true where id = ${id}`;
    await own.sql`analyze`;
    const { url, of, close } = await recordPlans(own.url);
    const db = connectDatabase(url, 1);
    const plans = await of(async () => expect(await advance(db, id)).toBe("counted"));
    await db.$client.end();
    close();
    expect(largest(plans)).toBeLessThan(2 * waiting);
    const [returned] = await own.sql`
      select count(*)::int from queue where trigger = 'event' and step = 1 and due_at > now() and replay_id is null`;
    expect(returned).toEqual({ count: waiting });
  });
});

/** Fills a database with failed deliveries, `each` of a webhook. */
async function failedDeliveries(each: number) {
  const own = await freshDatabase();
  const { account, webhooks } = makers(own.sql);
  const accountId = await account();
  await webhooks(accountId, count);
  await own.sql`
    insert into deliveries (id, account_id, event_id, webhook_id, event, callback_url, trigger, status, attempts, cause,
      created_at, finished_at)
    select new_id(), account_id, new_id(), id, ${event}, callback_url, 'event', 'failed', 1, 'http_5xx', now(), now()
    from webhooks, generate_series(1, ${each}) n`;
  await own.sql`
    insert into events (id, account_id, name, data, subject)
    select event_id, account_id, event, '{}', 'video' from deliveries`;
  const startReplay = async () => {
    const [started] = await own.sql<{ id: string }[]>`
      insert into replays (id, account_id, choice, rate_per_second, fingerprint, paced_to)
      values (new_id(), ${accountId}, '{"filter":{}}', ${count}, gen_random_uuid()::text, 'infinity') returning id`;
    return started!.id;
  };
  return { own, startReplay };
}
