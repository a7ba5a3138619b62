import { DrizzleQueryError, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { connectDatabase } from "@/db/client";
import { CannotStart } from "@/server/supervisor/cannot-start";
import { freshDatabase } from "@/tests/database";
import { findingOf } from "./doctor/finding";
import { reasonOf, withoutValues } from "./error-text";

const { url } = await freshDatabase();

async function failureOf(query: ReturnType<typeof sql>, limitMs?: number): Promise<unknown> {
  const db = connectDatabase(url, 1, limitMs);
  try {
    return await db.execute(query).then(
      () => null,
      (error: unknown) => error,
    );
  } finally {
    await db.$client.end();
  }
}

test("a statement that the database did not finish is explained, with where to look", async () => {
  const failure = await failureOf(sql`select pg_sleep(60)`, 300);
  expect(reasonOf(failure)).toBe(
    "The database did not answer in time (canceling statement due to statement timeout). It may have made the change. If it has a synchronous standby, each change waits until the standby confirms it: look at pg_stat_replication. Then run the command again.",
  );
});

test("a connection that was not accepted in time is no statement that may have made a change", async () => {
  const failure = Object.assign(new Error("write CONNECT_TIMEOUT db1:5432"), {
    code: "CONNECT_TIMEOUT",
  });
  expect(reasonOf(new DrizzleQueryError("select 1", [], failure))).toBe(
    "The database at db1:5432 did not accept a connection in time. Look at its load, its disk and its log, then run the command again.",
  );
  expect(await findingOf("database", () => Promise.reject(failure))).toMatchObject({
    detail: "The database at db1:5432 did not accept a connection in time.",
    advice: expect.stringMatching(/^Look at its load/),
  });
});

test("an error without a known text is shown without the values of its statement", async () => {
  const failure = await failureOf(sql`select ${"hunter2"}::text, 1 / 0`);
  expect(String(failure)).toContain("hunter2");
  expect(reasonOf(failure)).toBeUndefined();
  expect(withoutValues(failure)).toMatchObject({ message: "division by zero" });
  expect(withoutValues(failure).stack).not.toContain("hunter2");
});

test("a reason to refuse is its own explanation", () => {
  expect(reasonOf(new CannotStart("Port 3000 is in use."))).toBe("Port 3000 is in use.");
});
