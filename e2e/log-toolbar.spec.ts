import { expect, test } from "./fixtures";

test("on a phone the filters are one line, and columns are not offered", async ({
  page,
  program,
  receiver,
}) => {
  await program.delivery(await program.webhook(receiver.url), "delivered");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/deliveries");
  const filters = page.getByRole("search", { name: "Deliveries" });
  const topOf = async (name: string) =>
    (await filters.getByRole("button", { name }).boundingBox())!.y;
  expect((await topOf("More filters")) - (await topOf("Status"))).toBeLessThan(4);
  const columns = page.getByRole("button", { name: "Columns" });
  await expect(page.getByRole("button", { name: "Export" })).toBeVisible();
  await expect(columns).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(columns).toBeVisible();
});
