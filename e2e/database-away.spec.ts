import { spawnSync } from "node:child_process";
import type { Page } from "@playwright/test";
import { family } from "@/tests/product";
import { expectAccessible } from "./axe";
import { expect, test as shared } from "./fixtures";

type Database = { stop: () => unknown; goOn: () => unknown };

const test = shared.extend<{ database: Database }>({
  /** Suspended, it accepts connections and answers nothing. */
  database: async ({ product }, use) => {
    const postmaster = await product.postmaster();
    const send = (signal: string, processes: number[]) =>
      spawnSync("kill", [`-${signal}`, ...processes.map(String)]);
    let suspended: number[] = [];
    const stop = () => {
      // First the one that starts a process for each new connection: of the others, some are new and some may have exited.
      send("STOP", [postmaster]);
      suspended = family(postmaster);
      send("STOP", suspended);
    };
    const goOn = () => send("CONT", suspended);
    await use({ stop, goOn });
    goOn();
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

test("open pages give the age of stale data, and a navigation shows the outage", async ({
  context,
  program,
  receiver,
  database,
}) => {
  const webhook = await program.webhook(receiver.url);
  const addresses = ["/", "/deliveries", `/webhooks/${webhook}/deliveries`];
  const tabs = await Promise.all(addresses.map(() => context.newPage()));
  const [overview, ...logs] = tabs;
  for (const [n, tab] of tabs.entries()) await tab.goto(addresses[n]!);
  const live = (tab: Page) => tab.getByText("Live", { exact: true });
  for (const tab of tabs) await expect(live(tab)).toBeVisible();

  database.stop();
  const age = (tab: Page) => tab.getByRole("banner").getByText(/^Data from \d\d:\d\d:\d\d · /);
  for (const tab of tabs) await expect(age(tab)).toBeVisible();
  for (const tab of tabs) await expect(live(tab)).toHaveCount(0);
  await expect(overview!.getByRole("link", { name: "Health: All delivering" })).toHaveCount(0);
  await expectAccessible(overview!);
  const menu = overview!.getByRole("navigation", { name: "Main" });
  await menu.getByText("Webhooks").click();
  await expect(overview!.getByRole("heading", { level: 1 })).toHaveText(
    "The database is unreachable",
  );
  await expect(menu).toBeVisible();

  database.goOn();
  await expect(overview!.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
  for (const tab of tabs) await expect(age(tab)).toHaveCount(0);
  for (const log of logs) await expect(live(log)).toBeVisible();
  for (const tab of tabs) await tab.close();
});

test("an outage found on the way to another page has a title", async ({
  context,
  program,
  receiver,
  database,
}) => {
  const webhook = await program.webhook(receiver.url);
  const page = await context.newPage();
  await page.goto(`/webhooks/${webhook}`);
  database.stop();
  await page.getByRole("main").getByRole("link", { name: "Deliveries", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The database is unreachable");
  await expect(page).toHaveTitle("Database unreachable · Postback");
  database.goOn();
  await expect(page).toHaveTitle(/ · Deliveries · Postback$/);
  await page.close();
});

test("the header looks for workers as often as the page System while none runs", async ({
  page,
}) => {
  await page.clock.install();
  const system = await (await page.request.get("/v1/system")).json();
  await page.route("/v1/system", (route) => route.fulfill({ json: { ...system, workers: [] } }));
  await page.goto("/webhooks");
  const pill = page.getByRole("banner").getByRole("link", { name: "Queue: No worker" });
  await expect(pill).toBeVisible();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  await page.unroute("/v1/system");
  const answer = page.waitForResponse((response) => response.url().endsWith("/v1/system"));
  await page.clock.runFor(5000);
  await answer;
  await page.clock.resume();
  await expect(pill).toHaveCount(0);
});

test("a replay that cannot be started says what to do in words for people", async ({
  page,
  program,
  receiver,
  database,
}) => {
  receiver.answer(503);
  const webhook = await program.webhook(receiver.url);
  await program.attempted(webhook);
  await page.goto(`/replays/new?status=pending,failed&webhook=${webhook}`);
  const start = page.getByRole("button", { name: "Retry 1 delivery" });
  await expect(start).toBeVisible();
  database.stop();
  await start.click();
  const problem = page.getByRole("alert").filter({ hasText: "Could not start the replay" });
  await expect(problem).toContainText("The database does not answer.");
  await expect(problem).not.toContainText("Idempotency-Key");
  database.goOn();
});

test("a pause that failed in an outage is not reported after it", async ({
  page,
  program,
  receiver,
  database,
}) => {
  receiver.answer(503);
  const id = await program.webhook(receiver.url);
  for (let n = 0; n < 6; n++) await program.publish();
  const attempted = async () =>
    (await program.deliveriesTo(id)).filter(({ attempts }) => attempts > 0).length;
  await expect.poll(attempted).toBe(6);
  await page.goto("/");
  const card = page.getByRole("article").filter({ hasText: new URL(receiver.url).host });
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  database.stop();
  await card.getByRole("button", { name: /^Pause/ }).click();
  await expect(card.getByRole("alert")).toContainText("The database does not answer.");
  await expect(page.getByText("Stale", { exact: true })).toBeVisible();
  database.goOn();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await expect(card.getByRole("alert")).toHaveCount(0);
  await expect(card.getByRole("button", { name: /^Pause/ })).toBeEnabled();
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
