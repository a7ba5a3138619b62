import { randomUUID } from "node:crypto";
import { expectAccessible } from "./axe";
import { expect, test } from "./fixtures";

// With a second account every other test would have to say whose webhook it makes.
test.use({ world: "accounts" });

test("an account is made and renamed, and its secret shown on purpose only", async ({ page }) => {
  const [name, renamed] = [`Studio ${randomUUID()}`, `Atelier ${randomUUID()}`];
  await page.goto("/accounts");
  await page.getByRole("button", { name: "New account" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("button", { name: `Rename ${name}` }).click();
  await page.getByRole("dialog").getByLabel("Name").fill(renamed);
  await page.getByRole("button", { name: "Rename account" }).click();
  const row = page.getByRole("row").filter({ hasText: renamed });
  await row.getByRole("button", { name: `Signing secret of ${renamed}` }).click();
  expect(await page.content()).not.toContain("whsec_");
  await page.getByRole("button", { name: "Reveal secret" }).click();
  await expect(page.getByRole("region", { name: "account secret" })).toContainText("whsec_");
  await expectAccessible(page);
});
