import { expect, test, vi } from "vitest";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { Backlog, countDue } from "./backlog";

const { db, sql } = await freshDatabase();
const make = makers(sql);

test("counts due rows of every lane; leaves out parked, leased and later rows", async () => {
  const hook = await make.webhook();
  const soon = new Date(Date.now() + 60_000);
  for (const lane of [0, 1, 2]) {
    const { id } = await make.delivery(hook);
    await sql`update queue set lane = ${lane} where delivery_id = ${id}`;
  }
  await make.delivery(hook, { dueAt: "infinity" });
  await make.delivery(hook, { dueAt: soon, attempt: 1 });

  expect(await countDue(db, 100)).toBe(3);
  expect(await countDue(db, 1)).toBeGreaterThan(1);
});

test("refuses over the limit, and counts again after a second, not with each request", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  let [due, counted] = [3, 0];
  const backlog = new Backlog(async () => {
    counted++;
    return due;
  }, 2);
  backlog.assertRoom();
  await Promise.resolve();

  const refused = () =>
    expect(() => backlog.assertRoom()).toThrow("The backlog exceeds 2 deliveries");
  for (let n = 0; n < 10; n++) refused();
  expect(counted).toBe(1);
  due = 2;
  vi.advanceTimersByTime(1000);
  refused();
  await Promise.resolve();
  expect(() => backlog.assertRoom()).not.toThrow();
  expect(counted).toBe(2);
  vi.useRealTimers();
});

test("a slow count runs rarely, and a failed one changes nothing", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  let counted = 0;
  const backlog = new Backlog(async () => {
    counted++;
    vi.advanceTimersByTime(500);
    throw new Error("away");
  }, 2);
  backlog.assertRoom();
  await Promise.resolve();
  vi.advanceTimersByTime(4900);
  backlog.assertRoom();
  expect(counted).toBe(1);
  vi.advanceTimersByTime(100);
  expect(() => backlog.assertRoom()).not.toThrow();
  expect(counted).toBe(2);
  vi.useRealTimers();
});
