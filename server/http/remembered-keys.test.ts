import { afterAll, expect, test } from "vitest";
import { eventTypes } from "@/db/event-types";
import { bootstrap } from "@/lib/bootstrap";
import { readEnvironment } from "@/lib/env";
import { freshDatabase } from "@/tests/database";
import { mutate, programs, key as serviceKey } from "@/tests/faults/programs";
import { until } from "@/tests/product";

const event = "VIDEO_GENERATION_FAILED";

// A key is remembered for an hour, so that only the notification can make a process forget it.
const maxAge = {
  file: "lib/api-keys/recent-keys.ts",
  from: "const maxAgeMs = 1000;",
  to: "const maxAgeMs = 3_600_000;",
};
const bundle = mutate([maxAge], "server/http/web-main.ts");

const running: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(running.map((run) => run.close())));

/** Starts two processes on a database of their own with one account. */
async function twoProcesses() {
  const { url, db, sql } = await freshDatabase();
  await bootstrap(db, readEnvironment({ BOOTSTRAP_API_KEY: serviceKey }));
  const run = programs(url);
  running.push(run);
  const options = { bundle: await bundle };
  const [here, there] = await Promise.all([run.web(options), run.web(options)]);
  return { here: here.address, there: there.address, sql };
}

async function call(address: string, method: string, path: string, body?: object) {
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: { "x-api-key": serviceKey, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return answer.status === 204 ? undefined : answer.json();
}

/** Publishes with a key, without an account. Returns the status. */
async function publish(address: string, key: string): Promise<number> {
  const answer = await fetch(`${address}/v1/events`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ event, data: eventTypes[event].sample }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

test("a revoked key publishes no more: at once where it was revoked, by notification in other processes", async () => {
  const { here, there } = await twoProcesses();
  const account = await call(here, "POST", "/v1/accounts", { name: "Publisher" });
  const issued = await call(here, "POST", "/v1/api-keys", {
    name: "pipeline",
    scopes: ["events:write"],
    accountId: account.id,
  });
  expect(await publish(here, issued.key)).toBe(202);
  expect(await publish(there, issued.key)).toBe(202);
  await call(here, "DELETE", `/v1/api-keys/${issued.id}`);
  expect(await publish(here, issued.key)).toBe(401);
  await until(async () => (await publish(there, issued.key)) === 401);
});

test("a service key publishes for the only account without looking it up, until there is a second one", async () => {
  const { here, there, sql } = await twoProcesses();
  expect(await publish(here, serviceKey)).toBe(202);
  expect(await publish(there, serviceKey)).toBe(202);
  // Accounts that nobody is notified of: a look-up would find them.
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into accounts (id, name) values (new_id(), 'Unnoticed')`;
  });
  expect(await publish(here, serviceKey)).toBe(202);
  expect(await publish(there, serviceKey)).toBe(202);
  await call(here, "POST", "/v1/accounts", { name: "Second" });
  expect(await publish(here, serviceKey)).toBe(400);
  await until(async () => (await publish(there, serviceKey)) === 400);
});
