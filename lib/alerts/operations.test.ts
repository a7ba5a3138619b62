import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { alertReceivers, alerts } from "@/db/schema/alerts";
import { auditLog } from "@/db/schema/audit";
import { failure, success } from "@/tests/attempt-results";
import { machineContext } from "@/tests/context";
import { countWaiting, freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import {
  readAlert,
  removeAlertReceiver,
  revealAlertSecret,
  sendTestAlert,
  setAlertReceiver,
} from "./operations";
import { DueAlerts, recordAlertResult } from "./outbox";

const { db, sql } = await freshDatabase();
const ctx = machineContext(db);
const receiver = (callbackUrl: string) => ({ callbackUrl, kinds: ["webhook.failing" as const] });

test("the receiver keeps its secret until it is removed, with the alerts that wait for it", async () => {
  await expect(setAlertReceiver(ctx, receiver("https://127.0.0.1/"))).rejects.toMatchObject({
    code: 40002,
  });
  await expect(sendTestAlert(ctx)).rejects.toMatchObject({ code: 40900 });
  await setAlertReceiver(ctx, receiver("https://one.example/"));
  const { secret } = await revealAlertSecret(ctx);
  await setAlertReceiver(ctx, receiver("https://two.example/"));
  expect((await revealAlertSecret(ctx)).secret).toBe(secret);

  const { id, createdAt } = await sendTestAlert(ctx);
  expect((await readAlert(ctx, id)).data).toEqual({
    reason: "A test: alerts arrive here.",
    createdAt: createdAt.toISOString(),
  });
  const [first] = await new DueAlerts(db).take();
  expect(first).toMatchObject({ deliveryId: id, callbackUrl: "https://two.example/", attempts: 1 });
  // Leased.
  expect(await new DueAlerts(db).take()).toEqual([]);
  await recordAlertResult(db, first!, failure);
  const retried = await readAlert(ctx, id);
  expect(retried).toMatchObject({ status: "pending", statusCode: 500, error: failure.error });
  expect(retried.nextAttemptAt?.getTime()).toBeGreaterThan(first!.now.getTime());
  expect(await new DueAlerts(db).take()).toEqual([]);

  await db.update(alerts).set({ dueAt: first!.now }).where(eq(alerts.id, id));
  const [second] = await new DueAlerts(db).take();
  expect(second?.attempts).toBe(2);
  await recordAlertResult(db, second!, success);
  await recordAlertResult(db, first!, failure);
  const delivered = {
    status: "delivered",
    statusCode: 204,
    error: success.error,
    nextAttemptAt: null,
  };
  expect(await readAlert(ctx, id)).toMatchObject(delivered);

  const { id: waiting } = await sendTestAlert(ctx);
  await removeAlertReceiver(ctx);
  await expect(readAlert(ctx, waiting)).rejects.toMatchObject({ code: 40400 });
  expect(await readAlert(ctx, id)).toMatchObject(delivered);
  await setAlertReceiver(ctx, receiver("https://two.example/"));
  expect((await revealAlertSecret(ctx)).secret).not.toBe(secret);
  const entries = await db.select().from(auditLog).orderBy(auditLog.createdAt, auditLog.id);
  expect(entries.map(({ action }) => action)).toEqual([
    "alert_receiver.changed",
    "alert_secret.revealed",
    "alert_receiver.changed",
    "alert_secret.revealed",
    "alert_receiver.tested",
    "alert_receiver.tested",
    "alert_receiver.removed",
    "alert_receiver.changed",
    "alert_secret.revealed",
  ]);
  expect(JSON.stringify(entries)).not.toContain(secret);
});

test("a receiver that is set while the former one is removed is stored", async () => {
  await setAlertReceiver(ctx, receiver("https://one.example/"));
  const setting = await db.transaction(async (tx) => {
    await tx.select().from(alertReceivers).for("update");
    const setting = setAlertReceiver(ctx, receiver("https://three.example/"));
    await eventually(async () => expect(await countWaiting(sql)).toBe(1));
    await removeAlertReceiver({ ...ctx, db: tx });
    return { setting };
  });
  expect(await setting.setting).toMatchObject({
    receiver: { callbackUrl: "https://three.example/" },
  });
});
