import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { isLive, rows } from "./log-page";

/** Returns whether something covers the focused row (WCAG 2.4.11). */
const isCovered = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement!;
    const { left, top, width, height } = focused.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    return focused.closest("tr") === null || over?.closest("tr") !== focused.closest("tr");
  });

test("the focused row is never behind a bar", async ({ page, program, receiver }) => {
  await page.setViewportSize({ width: 640, height: 400 });
  const id = await program.webhook(receiver.url);
  await program.cancelled(id, 24);
  await page.goto(`/deliveries?webhook=${id}`);
  await isLive(page);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByRole("region", { name: "Selected deliveries" })).toBeVisible();
  for (let n = 1; n < 15; n++) {
    await page.keyboard.press("j");
    await expect(rows(page).nth(n)).toBeFocused();
    expect(await isCovered(page), `row ${n}`).toBe(false);
  }
  for (let n = 0; n < 12; n++) {
    await page.keyboard.press("Shift+Tab");
    await expect.poll(() => isCovered(page), `${n} back`).toBe(false);
  }
});

test("the time of a row is whole when its text is spaced out", async ({
  page,
  program,
  receiver,
}) => {
  const delivery = await program.delivery(await program.webhook(receiver.url), "delivered");
  await page.goto("/deliveries");
  // WCAG 1.4.12
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }");
    document.adoptedStyleSheets = [sheet];
  });
  const time = page.locator(`a[data-row="${delivery}"] time`);
  const row = page.getByRole("row").filter({ has: time });
  const { x, width } = (await time.boundingBox())!;
  const status = (await row.getByRole("cell").nth(2).boundingBox())!;
  expect(x + width).toBeLessThanOrEqual(status.x);
});

test("keys say what they did, and the boxes of rows take clicks beside them", async ({
  page,
  program,
  receiver,
}) => {
  receiver.answer(200);
  const id = await program.webhook(receiver.url);
  await program.delivery(id, "delivered");
  await page.goto(`/webhooks/${id}/deliveries`);
  await isLive(page);
  const said = (words: string | RegExp) => page.getByRole("status").filter({ hasText: words });
  await page.keyboard.press("l");
  await expect(said("Live updates paused")).toBeVisible();
  await page.keyboard.press("l");
  await expect(said("Live updates resumed")).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("r");
  await expect(said(/Resending/)).toBeVisible();
  await page.keyboard.press("z");
  await expect(said("Resend undone")).toBeVisible();

  const all = page.getByRole("columnheader").filter({ has: page.getByRole("checkbox") });
  const one = page.getByRole("cell").filter({ has: page.getByRole("checkbox") });
  for (const cell of [all, one]) {
    const box = (await cell.boundingBox())!;
    expect(box.height).toBeGreaterThanOrEqual(24);
    await page.mouse.click(box.x - 3, box.y + box.height - 3);
    await expect(page.getByText("1 selected")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByText("1 selected")).toHaveCount(0);
  }
});
