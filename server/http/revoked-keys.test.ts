import { afterAll, beforeAll, expect, test } from "vitest";
import { eventTypes } from "@/db/event-types";
import { bootstrap } from "@/lib/bootstrap";
import { readEnvironment } from "@/lib/env";
import { freshDatabase } from "@/tests/database";
import { mutate, programs, key as serviceKey } from "@/tests/faults/programs";
import { until } from "@/tests/product";

const database = await freshDatabase();
const run = programs(database.url);
const addresses: string[] = [];
const event = "VIDEO_GENERATION_FAILED";

beforeAll(async () => {
  await bootstrap(database.db, readEnvironment({ BOOTSTRAP_API_KEY: serviceKey }));
  // Both remember a key for an hour, so that only the notification can make the other one forget it.
  const bundle = await mutate(
    [
      {
        file: "lib/api-keys/recent-keys.ts",
        from: "const maxAgeMs = 1000;",
        to: "const maxAgeMs = 3_600_000;",
      },
    ],
    "server/http/web-main.ts",
  );
  const webs = await Promise.all([run.web({ bundle }), run.web({ bundle })]);
  addresses.push(...webs.map(({ address }) => address));
});
afterAll(() => run.close());

async function call(address: string | undefined, method: string, path: string, body?: object) {
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: { "x-api-key": serviceKey, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return answer.status === 204 ? undefined : answer.json();
}

/** Publishes with a key. Returns the status. */
async function publish(address: string | undefined, key: string): Promise<number> {
  const answer = await fetch(`${address}/v1/events`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ event, data: eventTypes[event].sample }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

test("a revoked key publishes no more: at once where it was revoked, by notification in other processes", async () => {
  const [here, there] = addresses;
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
