import { connect, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { deliveries } from "@/db/schema/deliveries";
import { api, origin } from "./client";
import { account, db } from "./world";

/** Fills the log of an account with 20 MB of deliveries, more than the buffers of a connection hold. */
async function fillLog(accountId: string): Promise<void> {
  await db.execute(sql`
    insert into ${deliveries} (id, account_id, event_id, webhook_id, event, callback_url, trigger, status)
    select new_id(), ${accountId}, new_id(), new_id(), 'VIDEO_GENERATION_SUCCESS',
      'https://receiver.example/' || repeat('a', 2000), 'event', 'delivered'
    from generate_series(1, 8000)`);
}

/** Sends a request for an export behind one for a stream, which does not end. */
function exportInLine(key: string): Socket {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  for (const path of ["/v1/stream", "/v1/deliveries/export?format=ndjson"])
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\n\r\n`);
  return socket;
}

test("an account reads the log while the clients of three others do not read their exports", async () => {
  const busy = [await account(), await account(), await account()];
  const other = await account();
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  for (const { id, key } of busy) {
    await fillLog(id);
    const file = await fetch(`${origin}/v1/deliveries/export?format=ndjson`, {
      headers: { "x-api-key": key },
      signal: leaving.signal,
    });
    expect(file.status).toBe(200);
  }
  expect((await api("GET /v1/deliveries", { key: other.key })).status).toBe(200);
});

test("an export ends with its connection, even if it waits behind another response", async () => {
  const { id, key } = await account();
  await fillLog(id);
  const sockets = [exportInLine(key), exportInLine(key)];
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  const file = async () => {
    const { status, body } = await fetch(`${origin}/v1/deliveries/export?format=ndjson`, {
      headers: { "x-api-key": key },
    });
    await body?.cancel();
    return status;
  };
  await expect.poll(file).toBe(429);
  for (const socket of sockets) socket.destroy();
  await expect.poll(file).toBe(200);
});
