import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { followDiskFull, noteDiskFull, wasDiskFull } from "./full-disk";

test("a process reports a full disk once in a while, and the others note it", async () => {
  const { sql, url } = await freshDatabase();
  const reports: string[] = [];
  const heard = await sql.listen("disk_full", (payload) => reports.push(payload));
  const following = followDiskFull(url);
  expect(noteDiskFull(new Error("other"), sql)).toBe(false);
  expect(wasDiskFull()).toBe(false);

  await eventually(async () => {
    await sql.notify("disk_full", "of another process");
    expect(wasDiskFull()).toBe(true);
  });
  const full = Object.assign(new Error("No space left on device"), { code: "53100" });
  expect([1, 2, 3].map(() => noteDiskFull(full, sql))).toEqual([true, true, true]);
  await eventually(() => expect(reports).toContain(""));
  await sql.notify("disk_full", "last");
  await eventually(() => expect(reports).toContain("last"));
  expect(reports.filter((report) => report === "")).toHaveLength(1);
  await heard.unlisten();
  await following.stop();
});
