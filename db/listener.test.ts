import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { startListener } from "./listener";

const { url, sql } = await freshDatabase();
const heard: string[] = [];

function listen(name: string, channels: string[]) {
  let starts = 0;
  const { stop } = startListener(url, {
    channels,
    beatMs: 100,
    notified: (channel, payload) => heard.push([name, channel, payload].join(" ")),
    started: () => starts++,
    failed() {},
  });
  return { stop, starts: () => starts };
}

test("listeners of one connection get what is sent to their channels, also after it was lost", async () => {
  const [one, other] = [listen("one", ["a", "shared"]), listen("other", ["b", "shared"])];
  await expect.poll(() => [one.starts(), other.starts()]).toEqual([1, 1]);
  await sql`select pg_notify('a', '1'), pg_notify('b', '2'), pg_notify('shared', '3')`;
  const first = ["one a 1", "other b 2", "one shared 3", "other shared 3"];
  await expect.poll(() => heard).toEqual(first);

  await other.stop();
  await sql`select pg_notify('b', '4'), pg_notify('shared', '5')`;
  await expect.poll(() => heard).toEqual([...first, "one shared 5"]);

  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ~ '^(un)?listen '`;
  await expect.poll(one.starts).toBe(2);
  await sql`select pg_notify('a', '6')`;
  await expect.poll(() => heard).toEqual([...first, "one shared 5", "one a 6"]);
  await one.stop();
});
