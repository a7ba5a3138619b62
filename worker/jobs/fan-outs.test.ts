import { expect, test } from "vitest";
import { channel } from "@/lib/changes/change";
import { batchedEventQueue } from "@/lib/queue/batched-enqueue";
import { channels } from "@/lib/queue/notify";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { runFanOuts } from "./fan-outs";

const { sql } = await freshDatabase();
const make = makers(sql);

test("a fan-out whose steps are too large for the database ends in smaller ones, of which workers and pages hear", async () => {
  const accountId = await make.account();
  await make.webhooks(accountId, 501);
  const event = "VIDEO_GENERATION_SUCCESS" as const;
  const wakes: string[] = [];
  const changes: string[] = [];
  await sql.listen(channels.due, (notice) => wakes.push(notice));
  await sql.listen(channel, (notice) => changes.push(notice));
  await batchedEventQueue(sql, () => undefined).enqueue([
    { accountId, event, data: "{}", subject: "v" },
  ]);
  await sql.unsafe(`
    create function refuse_many() returns trigger language plpgsql as $$ begin
      if (select count(*) from added) > 300 then raise exception 'too many'; end if;
      return null;
    end $$;
    create trigger refuse_many after insert on queue referencing new table as added
      for each statement execute function refuse_many()`);
  // Of the event itself.
  await eventually(async () => expect(changes).toHaveLength(1));
  const fanOuts = runFanOuts(sql);
  await eventually(async () => expect(await sql`select from fan_outs`).toHaveLength(0));
  await fanOuts.stop();
  expect(await sql`select from queue`).toHaveLength(501);
  await eventually(async () => expect(wakes).not.toHaveLength(0));
  await eventually(async () => expect(changes[1]).toContain(accountId));
});
