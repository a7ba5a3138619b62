import { test as base, expect } from "@playwright/test";
import { makeHome, type Product } from "@/tests/product";

/** A product that nobody has set up yet. */
const test = base.extend<{ fresh: Product }>({
  fresh: async ({}, use) => {
    const home = await makeHome();
    const product = home.start();
    await product.address();
    await use(product);
    await home.close();
  },
});

test("the link that the start prints lets the first administrator in, once", async ({
  page,
  fresh,
}) => {
  const link = /http\S+\/setup\?token=\S+/.exec(fresh.out())?.[0] ?? "";
  await page.goto(link);
  await page.getByLabel("E-mail").fill("first@example.com");
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByRole("button", { name: "Create administrator" }).click();
  await expect(page.getByRole("navigation").first()).toBeVisible();

  await page.context().clearCookies();
  await page.goto(link);
  await page.getByLabel("E-mail").fill("second@example.com");
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByRole("button", { name: "Create administrator" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
});
