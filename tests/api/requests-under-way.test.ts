import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { api, origin } from "./client";
import { member } from "./people";
import { account, db, delivery, videoDone, webhook } from "./world";

const draft = { callbackUrl: "https://receiver.example/hook", events: ["AVATAR_TRAINING_FAILED"] };

/** Locks the account's row, so that every change of the account waits while holding its database connection. */
async function hold(accountId: string) {
  const client = await begin();
  await client`select from accounts where id = ${accountId} for update`;
  return () => client.end();
}

/** Begins a transaction on a connection of its own, because the product ends transactions that are idle for long. */
async function begin() {
  const client = postgres(inject("databaseUrl"), { max: 1, onnotice() {} });
  await client`begin`;
  return client;
}

/** Returns the number of statements that wait for a lock. */
async function waiting(): Promise<number> {
  const rows = await db.execute(sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return rows.length;
}

/** Sends the head of a request for a replay, and none of its body. */
async function beginReplay(key: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const head = [
    "POST /v1/replays HTTP/1.1",
    "host: a",
    `x-api-key: ${key}`,
    "content-type: application/json",
    "content-length: 100",
    "expect: 100-continue",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  await once(socket, "data");
  return socket;
}

describe("concurrent requests of one account", () => {
  test("leave connections to other accounts", async () => {
    const [busy, other] = [await account(), await account()];
    const release = await hold(busy.id);
    const creates = Array.from({ length: 95 }, () =>
      api("POST /v1/webhooks", { key: busy.key, body: draft }),
    );
    try {
      const asked = [
        ["GET /v1/webhooks", undefined],
        ["POST /v1/webhooks", draft],
        ["POST /v1/events", videoDone],
        ["GET /v1/deliveries", undefined],
      ] as const;
      const answers = await Promise.all(
        asked.map(([line, body]) => api(line, { key: other.key, body })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 201, 202, 200]);
    } finally {
      await release();
    }
    await Promise.all(creates);
  });

  test("leave reads of the log to other accounts", async () => {
    const [one, two, other] = [await account(), await account(), await account()];
    const client = await begin();
    await client`lock table operational_events in access exclusive mode`;
    const blocked = [one, two].flatMap(({ key }) =>
      Array.from({ length: 10 }, () => api("GET /v1/operational-events", { key })),
    );
    const listed = api("GET /v1/deliveries", { key: other.key });
    const first = await Promise.race([listed, ...blocked]);
    await client.end();
    expect(first).toBe(await listed);
    expect(first.status).toBe(200);
    await Promise.all(blocked);
  });

  test("leave reads of the log to other accounts, also those of a member's pages", async () => {
    const [busy, other] = [await account(), await account()];
    const { id } = await webhook(busy.key);
    const { headers } = await member(busy.id, "viewer");
    const page = () =>
      fetch(`${origin}/webhooks/${id}`, { headers }).then((answer) => answer.text());
    // The first page takes longer than the others.
    await page();
    const client = await begin();
    await client`lock table operational_events in access exclusive mode`;
    const reads: number[] = [];
    const look = async () => {
      const locks = await client`
        select from pg_locks where relation = 'operational_events'::regclass and not granted`;
      reads.push(locks.length);
    };
    const pages = Array.from({ length: 12 }, page);
    // Other tests wait for the lock as well, so it is short.
    while (reads.filter((count) => count > 0).length < 400) await look();
    let isListed = false;
    const listed = api("GET /v1/deliveries", { key: other.key }).finally(() => {
      isListed = true;
    });
    while (!isListed) await look();
    await client.end();
    expect((await listed).status).toBe(200);
    await Promise.all(pages);
    expect(Math.max(...reads), "of four connections").toBeLessThan(4);
  });

  test("leave reads of the log to other accounts, also while their bodies arrive", async () => {
    const busy = [await account(), await account(), await account()];
    const other = await account();
    for (const { key } of busy) {
      const socket = await beginReplay(key);
      onTestFinished(() => void socket.destroy());
      // Looked up later, so the request before is admitted or waits for its body.
      expect((await api("GET /v1/webhooks", { key })).status).toBe(200);
    }
    expect((await api("GET /v1/deliveries", { key: other.key })).status).toBe(200);
  });

  test("leave connections to other accounts, also while their reads are slow", async () => {
    const [busy, other] = [await account(), await account()];
    const lock = await begin();
    await lock`lock table inbox_bins in access exclusive mode`;
    const reads = Array.from({ length: 30 }, () => api("GET /v1/inbox/bins", { key: busy.key }));
    await expect.poll(waiting).toBeGreaterThan(1);
    const read = await api("GET /v1/webhooks", { key: other.key });
    await lock.end();
    expect(read.status).toBe(200);
    await Promise.all(reads);
  });

  test("leave connections for publishing to other accounts, also while their targets are locked", async () => {
    const [busy, other] = [await account(), await account()];
    const event = { ...videoDone, callbackUrl: "https://receiver.example/once" };
    await api("POST /v1/events", { key: busy.key, body: event });
    await db.execute(sql`
      update webhooks set updated_at = now() - interval '2 minutes' where account_id = ${busy.id}`);
    const lock = await begin();
    await lock`select from webhooks where account_id = ${busy.id} for update`;
    const blocked = Array.from({ length: 6 }, (_, n) =>
      n % 2 === 0
        ? api("POST /v1/events", { key: busy.key, body: event })
        : api("POST /v1/events/batch", { key: busy.key, body: { events: [event] } }),
    );
    await expect.poll(waiting).toBeGreaterThan(2);
    const published = api("POST /v1/events", { key: other.key, body: videoDone });
    const first = await Promise.race([published, ...blocked]);
    await lock.end();
    expect(first).toBe(await published);
    expect(first.status).toBe(202);
    await Promise.all(blocked);
  });

  test("leave changes of the log, and reads of it, to other accounts", async () => {
    const busy = [await account(), await account(), await account()];
    const other = await account();
    for (const { key } of busy) await delivery(key);
    const lock = await begin();
    const ids = busy.map(({ id }) => id);
    await lock`select from queue where account_id = any(${ids}) for update`;
    const blocked = busy.map(({ key }) =>
      api("POST /v1/deliveries/cancel", { key, body: { filter: {} } }),
    );
    await expect.poll(waiting).toBeGreaterThan(2);
    const read = await api("GET /v1/deliveries", { key: other.key });
    await lock.end();
    expect(read.status).toBe(200);
    await Promise.all(blocked);
  });

  test("leave deletions of webhooks to other accounts", async () => {
    const [busy, other] = [await account(), await account()];
    const own = [await delivery(busy.key), await delivery(busy.key)];
    const { id } = await webhook(other.key);
    const lock = await begin();
    await lock`select from queue where account_id = ${busy.id} for update`;
    const blocked = own.map(({ webhookId }) =>
      api(`DELETE /v1/webhooks/${webhookId}`, { key: busy.key }),
    );
    await expect.poll(waiting).toBeGreaterThan(0);
    const deleted = api(`DELETE /v1/webhooks/${id}`, { key: other.key });
    const first = await Promise.race([deleted, ...blocked]);
    await lock.end();
    expect(first).toBe(await deleted);
    expect(first.status).toBe(204);
    await Promise.all(blocked);
  });

  test("are refused with Retry-After above the limit", async () => {
    const { id, key } = await account();
    const release = await hold(id);
    const many = Array.from({ length: 150 }, () => api("POST /v1/webhooks", { key, body: draft }));
    const first = await Promise.race(many);
    await release();
    expect([first.status, first.body.code]).toEqual([429, 42900]);
    expect(first.headers.get("retry-after")).toBe("1");
    expect(first.body.message).toContain("send fewer in parallel");
    await Promise.all(many);
  });
});
