import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { holdScripts } from "./hold-scripts";

/** Clicks "New key" of /keys before any code has arrived. Returns a function that lets it arrive. */
async function clickEarly(page: Page) {
  await page.goto("/settings");
  const release = await holdScripts(page);
  await page.evaluate(() => location.assign("/keys"));
  await page.waitForURL("/keys", { waitUntil: "commit" });
  await page.getByRole("button", { name: "New key" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  return release;
}

test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

test("a button that is clicked before its code has arrived acts once it has", async ({ page }) => {
  const release = await clickEarly(page);
  release();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("a choice that is made before its code has arrived takes effect once it has", async ({
  page,
}) => {
  await page.goto("/keys");
  const release = await holdScripts(page);
  await page.evaluate(() => location.assign("/settings"));
  await page.waitForURL("/settings", { waitUntil: "commit" });
  const shortcuts = page.getByRole("checkbox", { name: /^Single-key shortcuts/ });
  await expect(shortcuts).toBeChecked();
  await page.getByRole("radio", { name: "Light" }).click();
  await page.getByRole("radio", { name: "Compact" }).click();
  await shortcuts.click();
  release();
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-density", "compact");
  await expect(html).toHaveAttribute("data-theme", "light");
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain("single_keys=off");
  await page.reload();
  await expect(page.getByRole("radio", { name: "Compact" })).toBeChecked();
  await expect(page.getByRole("radio", { name: "Light" })).toBeChecked();
  await expect(shortcuts).not.toBeChecked();
});

for (const [address, name] of [
  ["/deliveries", "Status"],
  ["/", "Custom range"],
  ["/keys", "Time zone: UTC"],
] as const) {
  test(`a menu that is opened before its code has arrived opens once it has: ${name}`, async ({
    page,
    program,
    receiver,
  }) => {
    await program.delivery(await program.webhook(receiver.url), "delivered");
    await page.goto("/settings");
    const release = await holdScripts(page);
    await page.evaluate((path) => location.assign(path), address);
    await page.waitForURL(address, { waitUntil: "commit" });
    await page.getByRole("button", { name }).first().click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    release();
    await expect(page.getByRole("dialog")).toBeVisible();
  });
}

test("the palette whose key is pressed before any code has arrived opens once it has", async ({
  page,
}) => {
  await page.goto("/settings");
  const release = await holdScripts(page);
  await page.evaluate(() => location.assign("/keys"));
  await page.waitForURL("/keys", { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  release();
  await expect(page.getByRole("combobox", { name: "Search or paste an id" })).toBeFocused();
});

test("also in a busy browser, where the code is there before a timer ends", async ({ page }) => {
  await page.addInitScript(() => {
    const start = self.setTimeout.bind(self);
    const late = (run: TimerHandler, ms = 0, ...rest: unknown[]) =>
      start(run, ms === 0 ? 2000 : ms, ...rest);
    Object.assign(self, { setTimeout: late });
  });
  const release = await clickEarly(page);
  release();
  await expect(page.getByRole("dialog")).toBeVisible();
});
