import { afterEach, expect, test, vi } from "vitest";
import { log } from "@/lib/log";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { startRetention } from "./retention";

const { sql, url } = await freshDatabase();

let retention: ReturnType<typeof startRetention>;
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await retention.stop();
});

test("a failed run is repeated after ten minutes", async () => {
  // The client of the database has timers of its own, which must go on.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  const failed = new Promise<void>((resolve) => {
    vi.spyOn(log, "warn").mockImplementation(() => resolve());
  });
  await sql`alter table chores rename to chores_away`;
  retention = startRetention(url, 30);
  await failed;
  await sql`alter table chores_away rename to chores`;
  expect(await runs()).toEqual([]);

  // The pause began in the turn in which the failure was logged.
  vi.advanceTimersByTime(600_000);
  await eventually(async () => expect(await runs()).toEqual([{ succeeded: true }]));
});

const runs = () => sql`select succeeded from chores where name = 'retention'`;
