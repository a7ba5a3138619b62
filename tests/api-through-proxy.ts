import { afterAll, beforeEach, expect, vi } from "vitest";
import { accounts, apiKeys } from "@/db/schema/accounts";
import { hashKey, hintOf, newApiKey } from "@/lib/api-keys/key";
import { freshDatabase } from "./database";
import { startProxy } from "./proxy";

/** Connections for requests other than publishing. */
const poolSize = 3;
/** Deliveries that may wait. */
const backlogLimit = 2;

/**
 * Runs the API in the process of the test file, on a database behind a proxy that the test breaks. Each test starts with a
 * database that answers. The process reads its settings once, so the file runs in a process of its own.
 */
export async function apiThroughProxy() {
  vi.setConfig({ testTimeout: 30_000 });
  const { db, sql, url } = await freshDatabase();
  /** One key of each of as many accounts as the pool has connections: an account alone does not take all of them. */
  const keys = Array.from({ length: poolSize }, newApiKey);
  const [key = ""] = keys;
  /** Database user of this product only: a test changes its password. */
  const role = `role_${new URL(url).pathname.slice(1)}`;

  const owners = await db
    .insert(accounts)
    .values(keys.map((_, n) => ({ name: `Studio ${n}` })))
    .returning();
  for (const [n, one] of keys.entries()) {
    const owner = { accountId: owners[n]!.id, name: "test", keyHash: hashKey(one), ...hintOf(one) };
    await db.insert(apiKeys).values({ ...owner, scopes: ["events:write", "webhooks:read"] });
  }
  const { hostname, port } = new URL(url);
  const proxy = await startProxy({ host: hostname, port: Number(port) });
  const through = new URL(url);
  through.host = `127.0.0.1:${proxy.port}`;
  await sql.unsafe(`create role ${role} login superuser password 'first'`);
  through.username = role;
  through.password = "first";
  process.env.DATABASE_URL = through.href;
  process.env.BACKLOG_LIMIT = `${backlogLimit}`;
  process.env.DATABASE_POOL_SIZE = `${poolSize}`;
  const { dispatch } = await import("@/server/http/dispatch");
  const { readiness } = await import("@/lib/http/readiness");
  const { closeDatabase } = await import("@/lib/http/database");

  const ask = (line: string, { body, headers }: { body?: object; headers?: object } = {}) => {
    const [method = "", path] = line.split(" ");
    const sent = { "x-api-key": key, "content-type": "application/json", ...headers };
    const text = body && { body: JSON.stringify(body) };
    return dispatch(new Request(`http://127.0.0.1${path}`, { method, headers: sent, ...text }));
  };
  const publish = (videoId: string, headers = {}) =>
    ask("POST /v1/events", {
      body: { event: "VIDEO_GENERATION_SUCCESS", data: { videoId } },
      headers,
    });
  const setPassword = (password: string) => sql.unsafe(`alter role ${role} password '${password}'`);

  beforeEach(async () => {
    await setPassword("first");
    proxy.mend();
    await expect.poll(async () => (await publish("warm")).status).toBe(202);
  });
  afterAll(async () => {
    proxy.mend();
    await closeDatabase();
    await proxy.close();
    await sql.unsafe(`drop role ${role}`);
  });
  return {
    ...{ db, sql, url, proxy, poolSize, keys, accountId: owners[0]!.id },
    ...{ ask, publish, dispatch, setPassword },
    ready: async () => readiness(new Request("http://127.0.0.1/readyz")),
    /** Number of stored events of a video. */
    stored: async (subject: string) =>
      (await sql`select 1 from events where subject = ${subject}`).length,
  };
}
