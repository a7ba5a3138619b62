import { expect, test } from "vitest";
import { attempts } from "@/db/schema/deliveries";
import { api } from "./client";
import { account, db, delivery } from "./world";

test("an attempt has the durations of its phases and omits skipped ones", async () => {
  const { key } = await account();
  const { id } = await delivery(key);
  const attempt = { deliveryId: id, trigger: "event" as const, startedAt: new Date() };
  const opened = { dnsMs: 12, connectMs: 20, tlsMs: 35 };
  await db.insert(attempts).values([
    { ...attempt, number: 1, durationMs: 80, ...opened, firstByteMs: 9, statusCode: 500 },
    { ...attempt, number: 2, durationMs: 10, firstByteMs: 9, statusCode: 200 },
  ]);

  const { body } = await api(`GET /v1/deliveries/${id}`, { key });
  expect(body.attemptLog).toMatchObject([
    { number: 2, phases: { firstByteMs: 9 } },
    { number: 1, phases: { ...opened, firstByteMs: 9 } },
  ]);
  expect(Object.keys(body.attemptLog[0].phases)).toEqual(["firstByteMs"]);
  const { body: first } = await api(`GET /v1/deliveries/${id}/attempts/1`, { key });
  expect(first.phases).toEqual({ ...opened, firstByteMs: 9 });
});

test("a delivery lists its latest 500 attempts", async () => {
  const { key } = await account();
  const { id } = await delivery(key);
  const attempt = {
    deliveryId: id,
    trigger: "resend" as const,
    startedAt: new Date(),
    durationMs: 1,
  };
  await db
    .insert(attempts)
    .values(Array.from({ length: 501 }, (_, n) => ({ ...attempt, number: n + 1 })));
  const { body } = await api(`GET /v1/deliveries/${id}`, { key });
  expect(body.attemptLog).toHaveLength(500);
  expect(body.attemptLog[0].number).toBe(501);
});
