import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { deliveries, queue } from "@/db/schema/deliveries";
import { tallies, tallyEntries } from "@/db/schema/tallies";
import { workers } from "@/db/schema/upkeep";
import { receivers, webhooks } from "@/db/schema/webhooks";
import { fold } from "@/lib/tallies/fold";
import { api } from "./client";
import { client } from "./ended";
import { browser, operator } from "./people";
import { account, db, delivery, keyOf, webhook } from "./world";

const service = await keyOf(null, ["deliveries:read"]);
const read = async () => (await api("GET /v1/system", { key: service })).body;

describe("the system", () => {
  test("is visible to operators and service keys, not to customers", async () => {
    const { headers } = await browser(await operator("viewer"));
    expect((await api("GET /v1/system", { headers })).status).toBe(200);
    expect((await api("GET /v1/system", { key: service })).status).toBe(200);
    const { key } = await account();
    expect((await api("GET /v1/system", { key })).status).toBe(403);
  });

  test("reports database state and no pending migrations", async () => {
    const { database } = await read();
    expect(database.bytes).toBeGreaterThan(1_000_000);
    expect(database.latencyMs).toBeGreaterThan(0);
    expect(database.migrationsMissing).toBe(0);
    expect(database.migration).toMatch(/^\d{4}_/);
  });

  test("separates live workers from lost ones", async () => {
    const [here, lost] = [randomUUID(), randomUUID()];
    const worker = { host: "a.example", pid: 1, version: "1" };
    const beatAt = sql`now() - interval '11 seconds'`;
    await db.insert(workers).values({ ...worker, id: here });
    await db.insert(workers).values({ ...worker, id: lost, beatAt });
    const heard = new Map((await read()).workers.map((one: { id: string }) => [one.id, one]));
    expect([heard.get(here), heard.get(lost)]).toMatchObject([{ alive: true }, { alive: false }]);
  });

  test("returns the due time of the oldest delivery", async () => {
    const { id } = await delivery((await account()).key);
    const oldest = new Date("2001-01-01T00:00:00.000Z");
    await db.update(queue).set({ dueAt: oldest }).where(eq(queue.deliveryId, id));
    const { queue: facts } = await read();
    expect(facts.oldestDueAt).toBe(oldest.toISOString());
    expect(facts.ready).toBeGreaterThan(0);

    const [row] = await db.select().from(queue).where(eq(queue.deliveryId, id));
    const openUntil = new Date(Date.now() + 60_000);
    await db.insert(receivers).values({ webhookId: row!.webhookId, openUntil });
    expect((await read()).queue.oldestDueAt, "behind an open circuit").not.toBe(
      oldest.toISOString(),
    );
    await db.delete(queue).where(eq(queue.deliveryId, id));
    await db.delete(deliveries).where(eq(deliveries.id, id));
  });

  test("counts failures of the last day, whatever earlier ones are tried again", async () => {
    const { id: accountId } = await account();
    const { failed24h: before } = await read();
    const failed = (age: string, n: number) => ({
      at: sql`now() - ${age}::interval`,
      accountId,
      webhookId: randomUUID(),
      event: "VIDEO_GENERATION_SUCCESS" as const,
      result: "failed" as const,
      cause: "http_5xx" as const,
      statusCode: 503,
      n,
    });
    // A replay of what failed three days ago takes it from the failures of that day.
    await db.insert(tallyEntries).values([failed("1 hour", 2), failed("3 days", -5)]);
    expect((await read()).failed24h).toBe(before + 2);
  });

  test("counts the attempts of the last hour by the minute, folded or not", async () => {
    const { id: accountId } = await account();
    const minute = Math.floor(Date.now() / 60_000) - 40;
    const counted = (before: number, result: "delivered" | "retrying" | "failed", n: number) => ({
      at: new Date((minute - before) * 60_000),
      ...{ accountId, webhookId: randomUUID(), event: "VIDEO_GENERATION_SUCCESS" as const },
      ...{ result, cause: null, statusCode: null, n },
    });
    const slot = { grain: 1, lastAt: sql`now()` };
    await db.insert(tallyEntries).values(counted(0, "failed", 5));
    await db.insert(tallies).values([
      { ...counted(0, "delivered", 3), ...slot },
      { ...counted(0, "retrying", 4), ...slot },
      { ...counted(22, "failed", 6), ...slot },
      // The half hour repeats its minutes.
      { ...counted(0, "failed", 5), ...slot, grain: 30 },
    ]);
    const { throughput } = await read();
    const of = (before: number) => {
      const from = counted(before, "failed", 0).at.toISOString();
      return throughput.find((one: { from: string }) => one.from === from);
    };
    expect(of(0)).toMatchObject({ delivered: 3, failed: 9 });
    expect(of(22), "of more than an hour ago").toBeUndefined();
  });

  test("says whether a circuit waits, probes or lets more through, and leaves out paused webhooks", async () => {
    const { key } = await account();
    const circuits = [
      { openUntil: sql`now() + interval '1 hour'`, allowance: 0 },
      { openUntil: sql`now() - interval '1 second'`, allowance: 0 },
      { openUntil: sql`now() - interval '1 second'`, allowance: 4 },
      { openUntil: sql`now() + interval '1 hour'`, allowance: 0 },
    ];
    const ids: string[] = [];
    for (const circuit of circuits) {
      const { id } = await webhook(key);
      await db.insert(receivers).values({ webhookId: id, ...circuit });
      ids.push(id);
    }
    await db
      .update(webhooks)
      .set({ pausedAt: sql`now()`, pauseReason: "person" })
      .where(eq(webhooks.id, ids[3]!));
    const states = new Map(
      (await read()).breakers.map((one: { webhookId: string; state: string }) => [
        one.webhookId,
        one.state,
      ]),
    );
    expect(ids.map((id) => states.get(id))).toEqual(["open", "probing", "ramping", undefined]);
  });

  test("counts each attempt of a minute, also one that a delivery had as delivered before", async () => {
    const { id: accountId } = await account();
    const at = new Date((Math.floor(Date.now() / 60_000) - 17) * 60_000);
    const of = {
      ...{ at, accountId, webhookId: randomUUID() },
      event: "VIDEO_GENERATION_SUCCESS" as const,
    };
    await db.insert(tallyEntries).values([
      { ...of, result: "delivered", n: 1, times: [40, 41, 42] },
      { ...of, result: "retrying", cause: "timeout", n: 2, times: [43, 43] },
    ]);
    const counted = async () =>
      (await read()).throughput.find((one: { from: string }) => one.from === at.toISOString());
    expect(await counted()).toMatchObject({ delivered: 3, failed: 2 });
    while (await fold(client));
    expect(await counted()).toMatchObject({ delivered: 3, failed: 2 });
  });

  test("lists webhooks with open circuits, with masked URLs", async () => {
    const { key } = await account();
    const { id } = await webhook(key, { callbackUrl: "https://a.example/in?token=abc" });
    await db.insert(receivers).values({ webhookId: id, openUntil: sql`now() + interval '1 hour'` });
    const resting = (await read()).breakers.find((one: { webhookId: string }) => {
      return one.webhookId === id;
    });
    expect(resting).toMatchObject({ state: "open", callbackUrl: "https://a.example/in?token=•••" });
  });

  test("lists its settings without secret values", async () => {
    const { settings } = await read();
    const of = (name: string) => settings.find((one: { name: string }) => one.name === name);
    expect(of("DATABASE_URL")).toEqual({ name: "DATABASE_URL", isSet: true });
    expect(of("RETENTION_DAYS")).toEqual({ name: "RETENTION_DAYS", isSet: false, value: "30" });
    expect(of("MASTER_KEY")).not.toHaveProperty("value");
    expect(of("ADMIN_PASSWORD")).toEqual({ name: "ADMIN_PASSWORD", isSet: false });
  });
});
