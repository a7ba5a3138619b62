import { spawnSync } from "node:child_process";
import { family } from "@/tests/product";
import { expectAccessible } from "./axe";
import { expect, test as shared } from "./fixtures";

type Database = { stop: () => unknown; goOn: () => unknown };

const test = shared.extend<{ database: Database }>({
  /** Suspended, it accepts connections and answers nothing. */
  database: async ({ product }, use) => {
    const processes = family(await product.postmaster()).map(String);
    // Some may have exited by now, like a vacuum.
    const send = (signal: string) => spawnSync("kill", [`-${signal}`, ...processes]);
    await use({ stop: () => send("STOP"), goOn: () => send("CONT") });
    send("CONT");
  },
});

test("the web process reports an unresponsive database and recovers by itself", async ({
  page,
  database,
}) => {
  database.stop();
  await page.goto("/system");
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - heading "The database is unreachable" [level=1]
    - term: Web process
    - definition: running
    - term: Database
    - definition: unreachable
    - term: Queue and workers
    - definition: unknown
    - status: Checking every 3 seconds
    - button "Retry"
  `);
  await expectAccessible(page);
  for (const address of ["/setup", "/webhooks/new"]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { name: "The database is unreachable" })).toBeVisible();
  }
  database.goOn();
  await expect(page.getByRole("heading", { level: 1, name: "New webhook" })).toBeVisible();
});

test("open pages show the outage in place", async ({ page, database }) => {
  await page.goto("/system");
  const parts = page.getByRole("main").getByRole("list").first();
  await expect(parts.getByRole("heading", { name: /^Database\s*: Good/ })).toBeVisible();
  database.stop();
  await expect(parts.getByRole("heading", { name: /^Database\s*: Broken/ })).toBeVisible();
  await expect(parts.getByRole("heading", { name: /^API\s*: Good/ })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "unreachable" })).toContainText("Request");
  database.goOn();
  await expect(parts.getByRole("heading", { name: /^Database\s*: Good/ })).toBeVisible();
});
