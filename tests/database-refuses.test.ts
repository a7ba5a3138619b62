import { expect, test } from "vitest";
import { apiKeys } from "@/db/schema/accounts";
import { hashKey, hintOf, newApiKey } from "@/lib/api-keys/key";
import { apiThroughProxy } from "./api-through-proxy";
import { makers } from "./make";

const { db, sql, url, proxy, accountId, ask, publish, ready, stored, setPassword } =
  await apiThroughProxy();

test("a database that accepts no writes is no silent one: nothing was stored", async () => {
  const name = new URL(url).pathname.slice(1);
  await sql.unsafe(`alter database "${name}" set default_transaction_read_only = on`);
  // The setting is that of new connections.
  proxy.reset();
  proxy.mend();
  await expect
    .poll(async () => (await (await publish("read-only")).json()).message)
    .toBe(
      "The database accepts no writes now, and nothing was stored. Repeat the request shortly.",
    );
  expect((await ask("GET /v1/webhooks")).status).toBe(200);
  await sql.unsafe(`alter database "${name}" reset default_transaction_read_only`);
  proxy.reset();
});

test("while the database refuses the password, requests are answered with 50300", async () => {
  await setPassword("second");
  proxy.reset();
  await expect.poll(() => proxy.open()).toBe(0);
  proxy.mend();
  const answers = await Promise.all(Array.from({ length: 9 }, (_, n) => publish(`locked ${n}`)));
  expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(503));
  const readiness = await ready();
  expect([(await ask("GET /v1/webhooks")).status, readiness.status]).toEqual([503, 503]);
  expect(await readiness.json()).toEqual({
    status: "database refuses the connection",
    code: "28P01",
  });
  await setPassword("first");
  await expect.poll(async () => (await publish("let in")).status).toBe(202);
});

test("a database without tables is named by the readiness check", async () => {
  await sql`alter table queue rename to elsewhere`;
  const readiness = await ready();
  await sql`alter table elsewhere rename to queue`;
  expect([readiness.status, await readiness.json()]).toEqual([
    503,
    { status: "database not migrated", code: "42P01" },
  ]);
  expect((await ready()).status).toBe(200);
});

test("above the backlog limit publishing is refused; reading is not", async () => {
  const make = makers(sql);
  const hook = await make.webhook({ accountId });
  for (let n = 0; n < 3; n++) await make.delivery(hook);
  const whole = [{ event: "VIDEO_GENERATION_SUCCESS", data: { videoId: "batch" } }];
  const batch = () => ask("POST /v1/events/batch", { body: { events: whole } });

  await expect.poll(async () => (await publish("too much")).status).toBe(503);
  const refused = await batch();
  expect(refused.headers.get("retry-after")).toBe("2");
  expect(await refused.json()).toMatchObject({
    code: 50300,
    message: expect.stringContaining("2"),
  });
  expect((await ask("GET /v1/webhooks")).status).toBe(200);
  expect(await stored("batch")).toBe(0);

  await sql`delete from queue`;
  await expect.poll(async () => (await batch()).status).toBe(202);
});

test("a full disk is named in the answer and on the page System, and nothing is stored", async () => {
  const service = newApiKey();
  const owner = { accountId: null, name: "service", keyHash: hashKey(service), ...hintOf(service) };
  await db.insert(apiKeys).values({ ...owner, scopes: ["deliveries:read"] });
  const warnings = async () => {
    const answer = await ask("GET /v1/system", { headers: { "x-api-key": service } });
    return (await answer.json()).warnings;
  };
  expect(await warnings()).toEqual([]);
  await sql.unsafe(`
    create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
    create trigger full_disk before insert on events execute function refuse()`);

  const refused = await publish("full", { "idempotency-key": "full" });
  expect([refused.status, await refused.json()]).toEqual([
    503,
    {
      code: 50300,
      message:
        "The disk of the database is full, and nothing was stored. Repeat the request once it has space.",
    },
  ]);
  expect(await warnings()).toEqual(["disk_full"]);

  await sql`drop function refuse cascade`;
  const repeated = await publish("full", { "idempotency-key": "full" });
  expect(repeated.status).toBe(202);
  expect(await stored("full")).toBe(1);
});
