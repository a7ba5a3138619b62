import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { isLive, rows } from "./log-page";

const panel = (page: Page) => page.getByRole("complementary", { name: "Delivery" });
const row = (page: Page, id: string) => page.locator(`a[data-row="${id}"]`);
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

const test120 = test.extend<{ log: { address: string; ids: string[] } }>({
  /** A log of 120 deliveries. */
  log: async ({ page, program, receiver }, use) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const id = await program.webhook(receiver.url);
    await program.publishMany(120);
    await expect
      .poll(async () => (await program.deliveriesTo(id)).map(({ status }) => status))
      .toEqual(Array(120).fill("delivered"));
    const ids = (await program.deliveriesTo(id)).map((delivery) => delivery.id);
    await use({ address: `/webhooks/${id}/deliveries`, ids });
  },
});

async function open(page: Page, address: string): Promise<void> {
  await page.goto("/keys");
  await page.goto(address);
  await isLive(page);
  await expect(rows(page)).not.toHaveCount(0);
}

/** Opens the first delivery by keys and walks down from it. Returns where the page is scrolled to. */
async function walkDown(page: Page, ids: string[], steps: number): Promise<number> {
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(panel(page)).toBeFocused();
  for (let n = 1; n <= steps; n++) {
    await page.keyboard.press("j");
    await expect(row(page, ids[n]!)).toBeFocused();
  }
  await expect(page).toHaveURL(new RegExp(ids[steps]!));
  return scrolled(page);
}

for (const key of ["j", "k"]) {
  test120(`${key} begins at the first row in sight`, async ({ page, log }) => {
    await open(page, log.address);
    await page.mouse.move(600, 500);
    await page.mouse.wheel(0, 1400);
    await expect.poll(() => scrolled(page)).toBeGreaterThan(1000);
    const at = await scrolled(page);
    await page.keyboard.press(key);
    await expect(rows(page).and(page.locator(":focus"))).toBeInViewport();
    expect(await scrolled(page)).toBe(at);
    const { y } = (await page.locator("tr:has(a:focus)").boundingBox())!;
    const head = (await page.locator("thead", { hasText: "Status" }).last().boundingBox())!;
    expect(y).toBeGreaterThanOrEqual(head.y + head.height);
    expect(y).toBeLessThan(head.y + head.height + 2 * 36);
  });
}

test120(
  "Back closes the drawer at the row that it showed, Forward opens it",
  async ({ page, log }) => {
    const { address, ids } = log;
    await open(page, address);
    const at = await walkDown(page, ids, 30);
    expect(at).toBeGreaterThan(500);
    await page.goBack();
    await expect(panel(page)).toBeHidden();
    await expect(row(page, ids[30]!)).toBeFocused();
    await expect(row(page, ids[30]!)).toBeInViewport();
    expect(await scrolled(page)).toBe(at);
    await page.goForward();
    await expect(panel(page).getByText(ids[30]!)).toBeVisible();
    expect(await scrolled(page)).toBe(at);

    // Scrolled away, the row is not there any more.
    await panel(page).focus();
    await page.mouse.move(300, 500);
    await page.mouse.wheel(0, 1800);
    await expect(row(page, ids[30]!)).toHaveCount(0);
    await page.goBack();
    await expect(row(page, ids[30]!)).toBeFocused();
    await expect(row(page, ids[30]!)).toBeInViewport();
  },
);

test120("closing the drawer leaves no entry in the history", async ({ page, log }) => {
  const { address, ids } = log;
  await open(page, address);
  const at = await walkDown(page, ids, 30);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(address);
  await expect(row(page, ids[30]!)).toBeFocused();
  expect(await scrolled(page)).toBe(at);
  // Right after that, another one opens.
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${address}?d=${ids[30]}`);
  await panel(page).getByRole("button", { name: "Close delivery" }).click();
  await expect(page).toHaveURL(address);
  expect(await scrolled(page)).toBe(at);
  await page.goBack();
  await expect(page).toHaveURL("/keys");
  await page.goForward();
  await expect(page).toHaveURL(address);
});

test120("filters that were changed beside the drawer outlast it", async ({ page, log }) => {
  const { address, ids } = log;
  await open(page, address);
  await walkDown(page, ids, 1);
  await page.keyboard.press("l");
  await expect(page).toHaveURL(/live=0/);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(`${address}?live=0`);
  await expect(panel(page)).toBeHidden();
});

test120("keys work right after the link to the log", async ({ page, log }) => {
  const { ids } = log;
  await page.goto("/keys");
  await page.getByRole("link", { name: "Deliveries", exact: true }).click();
  await isLive(page);
  await page.keyboard.press("j");
  await expect(row(page, ids[0]!)).toBeFocused();
});
