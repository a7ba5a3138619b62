import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { expect, test } from "./fixtures";
import { isLive, rows } from "./log-page";

test("every filter is in the URL and survives a reload", async ({ page, program, receiver }) => {
  const id = await program.webhook(receiver.url);
  const address = `/deliveries?status=failed,retrying&event=VIDEO_GENERATION_SUCCESS&webhook=${id}&code=5xx,timeout&trigger=event&since=7d&q=video-1`;
  await page.goto(address);
  const chosen = [
    "Status: Failed, Retrying",
    "Event: VIDEO_GENERATION_SUCCESS",
    "Cause: 5xx Receiver error, Timeout",
    "Trigger: Published event",
    "Time: Last 7 days",
  ];
  for (const name of chosen)
    await expect(page.getByRole("button", { name, exact: true })).toBeVisible();
  await expect(page.getByRole("searchbox", { name: "Search deliveries" })).toHaveValue("video-1");
  await page.reload();
  for (const name of chosen)
    await expect(page.getByRole("button", { name, exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No delivery matches" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL("/deliveries");
});

test("filters are saved under a name, found in the bar and the palette, and forgotten", async ({
  page,
}) => {
  const name = `Last week's failures ${"x".repeat(79)}`;
  await page.goto("/deliveries?status=failed,retrying&since=7d&view=compact");
  await page.getByRole("button", { name: "Save view" }).click();
  const menu = page.getByRole("dialog", { name: "Saved views" });
  await menu.getByRole("button", { name: "Save view" }).click();
  await expect(menu.getByText("Enter a name")).toBeVisible();
  await expect(menu.getByLabel("View name")).toBeFocused();
  await menu.getByLabel("View name").fill(name);
  await menu.getByRole("button", { name: "Save view" }).click();
  await expect(menu).toBeHidden();

  await page.goto("/deliveries");
  await page.getByRole("button", { name: "Views" }).click();
  await menu.getByRole("link", { name }).click();
  await expect(page).toHaveURL("/deliveries?status=failed%2Cretrying&since=7d");
  const pill = (name: string) => page.getByRole("button", { name, exact: true });
  await expect(pill("Status: Failed, Retrying")).toBeVisible();

  await page.goto("/webhooks");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("week's");
  await page.getByRole("option", { name }).click();
  await expect(pill("Time: Last 7 days")).toBeVisible();
  await page.getByRole("button", { name: "Save view" }).click();
  const remove = menu.getByRole("button", { name: `Remove view ${name}` });
  await expect(remove).toBeInViewport();
  // Enter opens the first view, and does not remove it.
  await expect(menu.getByRole("link", { name })).toBeFocused();
  await menu.getByLabel("View name").fill(name);
  await expect(menu.getByRole("button", { name: "Replace view" })).toBeVisible();
  const refusal = { status: 500, json: { code: 50000, message: "Internal error." } };
  await page.route("**/v1/views/*", (route) => route.fulfill(refusal), { times: 1 });
  await remove.click();
  await expect(menu.getByRole("alert")).toHaveText("Could not remove the view: Internal error.");
  await remove.click();
  await expect(menu.getByRole("link")).toHaveCount(0);
  await expectAccessible(page);
});

test("invalid filters in the URL are dropped, with a notice", async ({ page }) => {
  const answer = await page.goto("/deliveries?status=failed,bogus&webhook=7&from=monday&code=%00");
  expect(answer?.status()).toBe(200);
  await expect(page.getByText(/in this address: status, webhook, code, from\./)).toBeVisible();
  await expect(page.getByRole("button", { name: "Status: Failed", exact: true })).toBeVisible();
});

test("a video's id finds its deliveries as it is typed", async ({
  page,
  program,
  receiver,
  api,
}) => {
  await program.webhook(receiver.url);
  await program.publish();
  const data = { videoId: "video-sought" };
  await api.post("/v1/events", { data: { event: "VIDEO_GENERATION_SUCCESS", data } });
  await page.goto("/deliveries");
  await page.keyboard.press("/");
  await page.keyboard.type("video-sought");
  await expect(page).toHaveURL("/deliveries?q=video-sought");
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText("1 match", { exact: true }).first()).toBeVisible();
});

test("far down, rows are shown with few in the DOM", async ({ page, program, receiver }) => {
  const id = await program.webhook(receiver.url);
  await program.publishMany(400);
  await page.goto(`/webhooks/${id}/deliveries`);
  await page.mouse.move(600, 500);
  const end = page.getByText("400 deliveries shown, end of list");
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 6000);
      return end.isVisible();
    })
    .toBe(true);
  await end.scrollIntoViewIfNeeded();
  await expect(rows(page).last()).toBeInViewport();
  expect(await rows(page).count()).toBeLessThan(80);

  // In a browser with larger text, the rows that are not drawn keep the height of those that are.
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "150%"));
  const heightInRows = () =>
    page
      .getByRole("table", { name: /^Deliveries, newest/ })
      .locator("tbody")
      .evaluate((body: HTMLElement) => {
        const row = body.querySelector<HTMLElement>("[aria-rowindex]")!;
        return body.offsetHeight / row.offsetHeight;
      });
  await expect.poll(heightInRows).toBe(400);
});

test("a screen shows twelve rows, its columns are chosen, and all that match are selected", async ({
  page,
  program,
  receiver,
  api,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const id = await program.webhook(receiver.url);
  await program.cancelled(id, 120);
  await page.goto(`/deliveries?webhook=${id}`);
  await isLive(page);
  const boxes = await page
    .getByRole("row", { name: /^Select delivery of/ })
    .evaluateAll((all) =>
      all.map((row) => row.getBoundingClientRect()).map(({ top, height }) => ({ top, height })),
    );
  expect(boxes[0]!.top).toBeLessThan(300);
  expect(
    boxes.filter(({ top, height }) => height === 36 && top + 36 <= 800).length,
  ).toBeGreaterThan(11);

  const subject = page.getByRole("columnheader", { name: "Video or avatar" });
  await expect(subject).toBeVisible();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Video or avatar" }).uncheck();
  await page.keyboard.press("Escape");
  await expect(subject).toBeHidden();
  await page.reload();
  await expect(subject).toBeHidden();

  const bar = page.getByRole("region", { name: "Selected deliveries" });
  const all = page.getByRole("button", { name: "Select all 120 that match" });
  await page.getByRole("checkbox", { name: "Select all 50 loaded deliveries" }).check();
  await all.click();
  await loadMore(page);
  await page
    .getByRole("checkbox", { name: /^Select delivery of/ })
    .last()
    .uncheck();
  await expect(bar.getByText(/^(99|119) selected$/)).toBeVisible();

  await page.goto(`/deliveries?webhook=${id}`);
  await page.getByRole("checkbox", { name: "Select all 50 loaded deliveries" }).check();
  await loadMore(page);
  await all.click();
  await expect(bar.getByText("All 120 that match selected")).toBeVisible();
  await bar.getByRole("button", { name: "Resend all…" }).click();
  await expect(page.getByRole("dialog", { name: "Resend 120 deliveries" })).toBeVisible();
  expect(receiver.received).toEqual([]);

  await page.keyboard.press("Escape");
  await api.post("/v1/replays", { data: { filter: { webhook: id }, ratePerSecond: 1 } });
  await bar.getByRole("button", { name: "Stop retrying" }).click();
  await bar.getByRole("button", { name: "Confirm: stop all that match" }).click();
  await expect(bar).toContainText(/stopped\s· 1 running replay may queue more$/);
  await bar.getByRole("link", { name: "1 running replay" }).click();
  await expect(page).toHaveURL(/\/replays$/);
});

/** Scrolls until the log has more than a page. */
async function loadMore(page: Page): Promise<void> {
  await expect(async () => {
    await page.mouse.wheel(0, 1500);
    await expect(page.getByRole("checkbox", { name: /^Select all 1\d\d loaded/ })).toBeVisible({
      timeout: 500,
    });
  }).toPass();
}

test("Back restores the position", async ({ page, program, receiver }) => {
  const id = await program.webhook(receiver.url);
  await program.publishMany(120);
  await page.goto(`/webhooks/${id}/deliveries`);
  await page.mouse.move(600, 500);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 1500);
      return page.evaluate(() => window.scrollY);
    })
    .toBeGreaterThan(3000);
  const row = await rows(page).nth(20).getAttribute("data-row");
  await page.locator(`a[data-row="${row}"]`).focus();
  const at = await page.evaluate(() => window.scrollY);
  await page.keyboard.press("o");
  await expect(page).toHaveURL(`/deliveries/${row}`);
  await page.goBack();
  await expect(page.locator(`a[data-row="${row}"]`)).toBeInViewport();
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - at)).toBeLessThan(60);
});

test("a view can be exported", async ({ page, program, receiver }) => {
  const id = await program.webhook(`${receiver.url}/?token=letmein`);
  await program.publish();
  await page.goto(`/deliveries?webhook=${id}`);
  await page.getByRole("button", { name: "Export" }).click();
  const begun = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV, for a spreadsheet" }).click();
  const file = await begun;
  expect(file.suggestedFilename()).toMatch(/^deliveries-\d+\.csv$/);
  const text = await readFile(await file.path(), "utf8");
  expect(text).toContain(id);
  expect(text).not.toContain("letmein");
});

test("on a phone a row is a card that leads to its page", async ({ page, program, receiver }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const id = await program.webhook(receiver.url);
  const delivery = await program.delivery(id, "delivered");
  await page.goto("/deliveries");
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await wide()).toBeLessThanOrEqual(0);
  await page.locator(`a[data-row="${delivery}"]`).click();
  await expect(page).toHaveURL(`/deliveries/${delivery}`);
});

test("where a drawer has no room, a link to one opens the page of its delivery", async ({
  page,
  program,
  receiver,
}) => {
  const delivery = await program.delivery(await program.webhook(receiver.url), "delivered");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/deliveries?d=${delivery}`);
  await expect(page).toHaveURL(`/deliveries/${delivery}`);
});
