import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { answerBroken, breakApi, requestId } from "./break-api";
import { expect, test } from "./fixtures";
import { lateDocument } from "./late-document";
import { comeAlive } from "./watch";
import { walkTo, withoutPrefetchedData } from "./without-prefetched-data";

const buildFiles = /\/_next\/static\/chunks\/.*\.js/;
test("pending data shows a stable loading state", async ({ page }) => {
  const path = /\/v1\/events\?/;
  await page.goto("/events/published");
  const mend = await breakApi(page, path);
  await page.getByRole("searchbox").fill("video-of-nobody");
  const card = page.getByRole("alert").filter({ hasText: "Events could not be loaded" });
  await expect(card).toContainText(requestId);
  const first = await card.elementHandle();
  const letGo = await hold(page, path);
  await card.getByRole("button", { name: "Retry" }).click();
  await expect(card.getByRole("button", { name: "Trying…" })).toBeVisible();
  letGo();
  await expect(card.getByRole("button", { name: "Retry" })).toBeVisible();
  expect(await first?.evaluate((element) => element.isConnected)).toBe(true);
  // The page also refetches by itself, so a click is optional.
  await mend();
  await expect(card).toHaveCount(0);
});

test("Back leads to the same place of a list", async ({ page, program }) => {
  for (let n = 0; n < 8; n++) {
    await program.webhook(`https://example.com/${n}`, ["AVATAR_TRAINING_FAILED"]);
    await program.publish();
  }
  await page.setViewportSize({ width: 1280, height: 320 });
  for (const address of ["/webhooks", "/events/published", "/audit"]) {
    await page.goto(address);
    // Not the rows of a chart's table.
    const row = page.getByRole("main").locator("tbody tr:not(figure *)").nth(7);
    await row.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => window.scrollY);
    expect(place, address).toBeGreaterThan(0);
    await row.getByRole("link").first().click();
    await expect(page).not.toHaveURL(address);
    await expect(row).toHaveCount(0);
    await page.goBack();
    await expect(row).toBeInViewport();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
  }
});

test("a loading page shows its loading state", async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (url) => url.pathname === "/deliveries",
    async (route) => {
      const { "next-router-prefetch": prefetch } = route.request().headers();
      if (!prefetch) await held;
      await route.continue();
    },
  );
  await page.goto("/keys");
  const menu = page.getByRole("navigation", { name: "Main" });
  const skeleton = page.getByRole("status", { name: "Loading" });
  // Loading states are prefetched, which may still be running at the first click.
  await expect(async () => {
    await menu.getByText("API keys").click();
    await menu.getByText("Deliveries").click();
    await expect(skeleton).toBeVisible({ timeout: 1000 });
  }).toPass();
  release();
  await expect(page.getByRole("heading", { level: 1, name: "Deliveries" })).toBeVisible();
  await expect(skeleton).toHaveCount(0);
});

test("a document draws its loading state only once its content is late", async ({
  page,
  product,
}) => {
  await page.goto("/keys");
  await isWatched(page);
  await page.route(buildFiles, (route) => route.abort());
  const late = await lateDocument(page, product, "/deliveries");
  const [beginning = ""] = late.body.split('<div hidden id="S:');
  await page.route("/deliveries", (route) => route.fulfill({ ...late, body: beginning }));
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(() => location.assign("/deliveries"));
  const skeleton = page.getByRole("status", { name: "Loading", includeHidden: true });
  await expect(skeleton).toHaveCount(1);
  await expect(skeleton).toBeHidden();
  await page.clock.runFor(200);
  await expect(skeleton).toBeVisible();
});

test("after an update a page keeps what was typed, and offers to reload", async ({ page }) => {
  await page.goto("/webhooks/new");
  await isWatched(page);
  const field = page.getByLabel("Callback URL");
  await field.fill("typed by hand");
  await page.route(buildFiles, (route) => route.fulfill({ status: 404 }));
  await page.getByRole("button", { name: "Create webhook" }).click();
  const notice = page.locator("#update");
  await expect(notice).toContainText("Postback was updated");
  await expectAccessible(page);
  await expect(field).toHaveValue("typed by hand");
  await page.unroute(buildFiles);
  await notice.getByRole("button", { name: "Reload page" }).click();
  await expect(field).toHaveValue("");
});

test("a page that arrives without its code, as between two releases, is loaded again", async ({
  page,
}) => {
  await page.goto("/webhooks");
  await page.route(buildFiles, (route) => route.fulfill({ status: 404 }));
  const asked = page.waitForRequest(
    (request) => request.method() === "HEAD" && request.frame().url().endsWith("/keys"),
  );
  await page.evaluate(() => location.assign("/keys"));
  await asked;
  await page.unroute(buildFiles);
  await comeAlive(page);
  await expect(page).toHaveURL("/keys");
});

test("a dialog without its code appears once the code arrives; the page stays", async ({
  page,
}) => {
  await page.goto("/deliveries");
  await isWatched(page);
  await page.route(buildFiles, (route) => route.abort());
  const asked = page.waitForRequest((request) => request.method() === "HEAD");
  await page.getByRole("button", { name: "Status" }).click();
  await asked;
  await expect(page.getByRole("heading", { level: 1, name: "Deliveries" })).toBeVisible();
  await page.unroute(buildFiles);
  await expect(page.getByRole("dialog", { name: "Status" })).toBeVisible();
});

test("a webhook that cannot be read says so, though no more code can be loaded", async ({
  page,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  await page.goto("/deliveries");
  await isWatched(page);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await withoutPrefetchedData(page, (route) => held.then(() => answerBroken(route)));
  const loading = new Set<string>();
  let hasReport = false;
  await page.route(buildFiles, async (route) => {
    loading.add(route.request().url());
    const response = await route.fetch();
    await route.fulfill({ response });
    loading.delete(route.request().url());
    hasReport ||= (await response.text()).includes('"UnreadWebhook"');
  });
  await walkTo(page, `/webhooks/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: "Webhook" })).toBeVisible();
  // It is loaded once the page is idle.
  await expect.poll(() => hasReport && loading.size === 0).toBe(true);
  await page.route(buildFiles, (route) => route.abort());
  letGo();
  const card = page.getByRole("alert").filter({ hasText: "The webhook could not be loaded" });
  await expect(card).toContainText(requestId);
});

/** Waits for the code that watches for updates; it loads once the page is idle. */
async function isWatched(page: Page): Promise<void> {
  await expect(page.locator("#update")).toBeAttached();
}

/** Holds requests back; the returned function releases them, to be answered as the test has arranged. */
async function hold(page: Page, path: RegExp): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(path, async (route) => {
    await held;
    await route.fallback();
  });
  return letGo;
}
