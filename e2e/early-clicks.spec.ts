import { expect, test } from "./fixtures";
import { holdScripts } from "./hold-scripts";

test("a button that is clicked before its code has arrived acts once it has", async ({ page }) => {
  await page.goto("/settings");
  const release = await holdScripts(page);
  await page.evaluate(() => location.assign("/keys"));
  await page.waitForURL("/keys", { waitUntil: "commit" });
  await page.getByRole("button", { name: "New key" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  release();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
