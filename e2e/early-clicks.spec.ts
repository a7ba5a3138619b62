import { expect, test } from "./fixtures";

test("a click on a button whose code has not arrived takes effect once it has", async ({
  page,
}) => {
  await page.goto("/settings");
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/_next/static/**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.evaluate(() => location.assign("/keys"));
  await page.waitForURL("/keys", { waitUntil: "commit" });
  await page.getByRole("button", { name: "New key" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  release();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
