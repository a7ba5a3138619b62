import { afterAll, expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { startProxy } from "@/tests/proxy";
import { announce } from "./announce";
import { channel, type Notice } from "./change";
import { Gathering } from "./gathering";
import { Hub } from "./hub";

const { url, sql } = await freshDatabase();
const hub = new Hub(url);
afterAll(() => hub.close());

/** Ids of one epoch begin alike; an epoch ends when changes may have been missed. */
const epochOf = (id: string) => id.replace(/-\d+$/, "");

function hear() {
  const notices: Notice[] = [];
  let begun: (id: string) => void;
  let notified: () => void = () => {};
  const ready = new Promise<string>((resolve) => {
    begun = resolve;
  });
  const end = hub.addListener({
    ready: (id) => begun(id),
    changed: (more) => {
      notices.push(...more);
      notified();
    },
    beat: () => {},
  });
  return {
    notices,
    ready,
    end,
    next: () =>
      new Promise<void>((resolve) => {
        notified = resolve;
      }),
  };
}

test("concurrent changes are one notification to every listener", async () => {
  const [one, other] = [hear(), hear()];
  await Promise.all([one.ready, other.ready]);
  const next = Promise.all([one.next(), other.next()]);
  for (const id of ["a", "b", "a"]) announce(sql, { kind: "webhooks", account: "mine", id });
  await next;
  // Another test of this process may have left changes to be sent.
  const own = one.notices.filter(({ account }) => account === "mine");
  expect(own).toEqual([{ kind: "webhooks", account: "mine", ids: ["a", "b"] }]);
  expect(other.notices).toEqual(one.notices);
  one.end();
  other.end();
});

test("a page's position is that of the moment; notifications after it are known", async () => {
  const fresh = new Hub(url);
  // A page waits for 100 ms only, in which a busy machine may not connect.
  await expect.poll(() => fresh.position()).toBeDefined();
  const [id, later] = await Promise.all([fresh.position(), fresh.position()]);
  // Without a notification, too: otherwise a caller of one account could count the changes of all.
  expect(later).not.toBe(id);
  expect([fresh.since(id!), fresh.since(later!)]).toEqual([[], []]);
  const ids: string[] = [id!];
  const notices = new Promise<void>((resolve) => {
    fresh.addListener({
      ready: () => {},
      changed: (_, next) => ids.push(next) === 71 && resolve(),
      beat: () => {},
    });
  });
  for (let n = 1; n <= 70; n++) await sql.notify(channel, `[{"kind":"${n}","ids":[]}]`);
  await notices;
  const kinds = fresh.since(ids[68]!)?.flatMap((heard) => heard.notices);
  expect(kinds?.map(({ kind }) => kind)).toEqual(["69", "70"]);
  expect(fresh.since(ids[6]!)).toHaveLength(64);
  expect(fresh.since((await fresh.position())!)).toEqual([]);
  for (const unknown of [ids[5]!, `${epochOf(id!)}-9e15`, `${epochOf(id!)}-x`, "other-70", null]) {
    expect(fresh.since(unknown)).toBeUndefined();
  }
  await fresh.close();
  expect(fresh.since(ids[70]!)).toBeUndefined();
});

test("without the database a page has no position and waits for none", async () => {
  const { hostname, port } = new URL(url);
  const proxy = await startProxy({ host: hostname, port: Number(port) });
  const through = new URL(url);
  through.host = `127.0.0.1:${proxy.port}`;
  proxy.silence();
  const cut = new Hub(through.href);
  expect(await cut.position()).toBeUndefined();
  proxy.mend();
  await expect.poll(() => cut.position()).toBeDefined();
  await cut.close();
  await proxy.close();
});

test("a connection that was lost makes every moment a new one", async () => {
  const one = hear();
  const before = await one.ready;
  const again = new Promise<string>((resolve) =>
    hub.addListener({ ready: resolve, changed: () => {}, beat: () => {} }),
  );
  expect(epochOf(await again)).toBe(epochOf(before));
  const anew = new Promise<string>((resolve) =>
    hub.addListener({
      ready: (id) => epochOf(id) !== epochOf(before) && resolve(id),
      changed: () => {},
      beat: () => {},
    }),
  );
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`;
  expect(hub.since(await anew)).toBeDefined();
  expect(hub.since(before)).toBeUndefined();
});

test("a beat every second tells whether the database answers", async () => {
  const { hostname, port } = new URL(url);
  const proxy = await startProxy({ host: hostname, port: Number(port) });
  const through = new URL(url);
  through.host = `127.0.0.1:${proxy.port}`;
  const cut = new Hub(through.href);
  const beats: boolean[] = [];
  cut.addListener({ ready: () => {}, changed: () => {}, beat: (one) => beats.push(one) });
  await expect.poll(() => beats.slice(0, 2)).toEqual([true, true]);
  proxy.silence();
  await expect.poll(() => beats.at(-1)).toBe(false);
  proxy.mend();
  await expect.poll(() => beats.at(-1)).toBe(true);
  await cut.close();
  await proxy.close();
});

test("a notification stays below the size limit of Postgres", () => {
  const gathering = new Gathering();
  for (let account = 0; account < 100; account++) {
    for (let n = 0; n < 100; n++) {
      const uuid = (one: number) => `0192f000-0000-7000-8000-${`${one}`.padStart(12, "0")}`;
      gathering.add({ kind: "deliveries", webhook: uuid(account), id: uuid(account * 100 + n) });
    }
  }
  const notices = gathering.take();
  expect(JSON.stringify(notices).length).toBeLessThan(8000);
  expect(notices).toContainEqual({ kind: "deliveries", anyone: true, more: true, ids: [] });
  expect(gathering.isEmpty).toBe(true);
});
