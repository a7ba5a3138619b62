import { spawnSync } from "node:child_process";
import { family } from "@/tests/product";
import { expectAccessible } from "./axe";
import { expect, test as shared } from "./fixtures";

type Database = { stop: () => unknown; goOn: () => unknown };

const test = shared.extend<{ database: Database }>({
  /** Stopped as it stands, it takes every question and answers none. */
  database: async ({ product }, use) => {
    const processes = family(await product.postmaster()).map(String);
    // One of them may have ended by now, as a vacuum does.
    const send = (signal: string) => spawnSync("kill", [`-${signal}`, ...processes]);
    await use({ stop: () => send("STOP"), goOn: () => send("CONT") });
    send("CONT");
  },
});

test("while the database answers nobody, the web process says so, and goes on by itself", async ({
  page,
  database,
}) => {
  database.stop();
  await page.goto("/system");
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - heading "The database is unreachable" [level=1]
    - term: Web process
    - definition: answers
    - term: Database
    - definition: unreachable
    - term: Queue and workers
    - definition: not to be asked now
    - status: Looking again every 3 seconds
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

test("pages that were open say so in their place", async ({ page, database }) => {
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
