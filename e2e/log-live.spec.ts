import { expect, test } from "./fixtures";
import { holdAnswer } from "./hold-answer";
import { isLive, rows } from "./log-page";

test("live rows appear at the top, or wait above a reader further down", async ({
  page,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  await program.publishMany(60);
  await page.goto(`/webhooks/${id}/deliveries`);
  await isLive(page);
  const first = () => rows(page).first().getAttribute("data-row");
  const before = await first();
  await program.publish();
  await expect.poll(first).not.toBe(before);

  const older = await holdAnswer(page, /\/v1\/deliveries\?.*cursor=/);
  await page.mouse.move(600, 500);
  await page.mouse.wheel(0, 1200);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(900);
  const at = await page.evaluate(() => window.scrollY);
  await older.held;
  await program.publish();
  await page.getByRole("button", { name: "1 new" }).waitFor();
  older.release();
  await expect(page.getByText("61 deliveries shown, end of list")).toBeVisible();
  await expect(page.getByRole("button", { name: "1 new" })).toBeVisible();

  for (let n = 0; n < 3; n++) await program.publish();
  await page.getByRole("button", { name: "4 new" }).waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(at);
  const [newest] = await program.deliveriesTo(id);
  await page.getByRole("button", { name: "4 new" }).click();
  await expect.poll(first).toBe(newest!.id);

  // More than a page at once.
  await page.mouse.wheel(0, 1200);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(at);
  await program.publishMany(60);
  await page.getByRole("button", { name: /^\d+\+ new$/ }).waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(at);
  const [latest] = await program.deliveriesTo(id);
  await page.getByRole("button", { name: /^\d+\+ new$/ }).click();
  await expect.poll(first).toBe(latest!.id);
});

test("what changes between rendering and connecting appears, and nothing is read twice", async ({
  page,
  program,
}) => {
  // A page connects once it is idle.
  await page.addInitScript(() => {
    const waiting: (() => void)[] = [];
    window.requestIdleCallback = (act) =>
      waiting.push(() => act({ didTimeout: false, timeRemaining: () => 50 }));
    Object.assign(window, { becomeIdle: () => waiting.splice(0).map((act) => act()) });
  });
  const reads: string[] = [];
  page.on("request", (request) => {
    if (/\/v1\/(accounts|session)(\?|$)/.test(request.url())) reads.push(request.url());
  });
  const becomeIdle = () => page.evaluate("becomeIdle()");

  await page.goto("/");
  await becomeIdle();
  await isLive(page);
  const healthRead = page.waitForResponse(/\/v1\/webhook-health\/counts$/);
  await program.webhook("https://example.com/one");
  await healthRead;
  expect(reads).toEqual([]);

  await page.goto("/webhooks");
  await program.webhook("https://example.com/made-meanwhile");
  await becomeIdle();
  await expect(page.getByRole("link", { name: /made-meanwhile/ })).toBeVisible();
});

test("eight tabs of one browser get all changes", async ({ page, context, program, receiver }) => {
  const id = await program.webhook(receiver.url);
  const tabs = [page];
  for (let n = 1; n < 8; n++) tabs.push(await context.newPage());
  // HTTP/1.1 allows six connections per origin: with a stream for each, the seventh tab would not load.
  for (const tab of tabs) await tab.goto(`/webhooks/${id}/deliveries`);
  await program.publish();
  for (const tab of tabs) {
    await tab.bringToFront();
    await isLive(tab);
    await expect(rows(tab)).toHaveCount(1);
  }
});

test("changes missed while disconnected appear after reconnecting", async ({
  page,
  context,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  await page.goto(`/webhooks/${id}/deliveries`);
  await isLive(page);
  await context.setOffline(true);
  await expect(page.getByText("You are offline")).toBeVisible();
  for (let n = 0; n < 3; n++) await program.publish();
  await context.setOffline(false);
  await expect(rows(page)).toHaveCount(3);
  await isLive(page);
});

test("a click while disconnected keeps the page, and opens the other after reconnecting", async ({
  page,
  context,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  await page.goto(`/webhooks/${id}/deliveries`);
  await isLive(page);
  await context.setOffline(true);
  await expect(page.getByText("You are offline")).toBeVisible();
  const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/keys"));
  await page.getByRole("navigation").getByRole("link", { name: "API keys" }).click();
  await failed;
  await expect(page.getByText("You are offline")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/webhooks/${id}/deliveries`));
  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("API keys");
});

test("a paused log does not change until resumed", async ({ page, context, program, receiver }) => {
  const id = await program.webhook(receiver.url);
  await program.publish();
  const witness = await context.newPage();
  await witness.goto(`/webhooks/${id}/deliveries`);
  await isLive(witness);
  await page.bringToFront();
  await page.goto(`/webhooks/${id}/deliveries`);
  await isLive(page);
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press("l");
  await expect(page).toHaveURL(/live=0/);
  const reads: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/v1/deliveries?")) reads.push(request.url());
  });
  await program.publish();
  await expect(rows(witness)).toHaveCount(2);
  await expect(rows(page)).toHaveCount(1);
  expect(reads).toEqual([]);
  await page.getByRole("button", { name: "Resume updates" }).click();
  await expect(rows(page)).toHaveCount(2);
});
