import { expect, test } from "./fixtures";
import { holdScripts } from "./hold-scripts";

test("on a phone the filters are one line, and columns are offered only from 1024 px on", async ({
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
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(columns).toBeVisible();
});

for (const width of [1280, 390]) {
  test(`at ${width} px the filters keep their places when the one by webhook is loaded`, async ({
    page,
    program,
    receiver,
  }) => {
    const id = await program.webhook(receiver.url);
    await program.delivery(id, "delivered");
    const release = await holdScripts(page, "deleted webhook");
    await page.goto(`/webhooks/${id}/deliveries`);
    await page.getByRole("link", { name: "Deliveries", exact: true }).first().click();
    await expect(page).toHaveURL(/:\d+\/deliveries/);
    await page.setViewportSize({ width, height: 844 });
    const filters = page.getByRole("search", { name: "Deliveries" });
    const placeOf = (name: string) => filters.getByRole("button", { name }).boundingBox();
    const before = [await placeOf("Event"), await placeOf("More filters")];
    await expect(filters.getByRole("button", { name: "Webhook" })).toBeHidden();
    release();
    await expect(filters.getByRole("button", { name: "Webhook" })).toBeVisible();
    expect([await placeOf("Event"), await placeOf("More filters")]).toEqual(before);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
}

test("names that do not fit are cut in the middle, so that their ends are visible", async ({
  page,
  program,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const base = "https://hooks.production.orbit-learning.example/callbacks/video";
  for (const end of ["eu-1", "us-2"]) {
    await program.cancelled(await program.webhook(`${base}/${end}`), 1);
  }
  for (const address of ["/deliveries", "/webhooks"]) {
    await page.goto(address);
    for (const end of ["eu-1", "us-2"]) {
      const named = page.getByRole("row").getByText(`${base.slice(8)}/${end}`, { exact: true });
      const drawn = named.last();
      const [start, last] = [drawn.locator("span").first(), drawn.locator("span").last()];
      expect(await start.evaluate((span) => span.scrollWidth > span.clientWidth)).toBe(true);
      await expect(last).toHaveText(new RegExp(`${end}$`));
      const room = await drawn.boundingBox();
      const box = await last.boundingBox();
      expect(box!.x + box!.width).toBeLessThanOrEqual(room!.x + room!.width + 1);
    }
  }
});

test("a name in joined letters or with emoji is not split", async ({ page, api, program }) => {
  const names = ["شركة الأفق للإنتاج المرئي", "Kestrel 🎬🎬🎬"];
  for (const [n, label] of names.entries()) {
    const id = await program.webhook(`https://hooks.example/${n}`);
    await api.put(`/v1/webhooks/${id}/settings`, { data: { label } });
    await program.cancelled(id, 1);
  }
  for (const address of ["/deliveries", "/webhooks"]) {
    await page.goto(address);
    for (const [n, label] of names.entries()) {
      const drawn = page.getByRole("row").locator("bdi").getByText(label, { exact: true }).first();
      await expect(drawn).toBeVisible();
      await expect(drawn).toHaveCSS("direction", n === 0 ? "rtl" : "ltr");
    }
  }
});

test("where matches are not counted to the end, the total of the chart is shown", async ({
  page,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  await program.delivery(id, "delivered");
  await page.route("**/v1/deliveries/count?*", (route) =>
    route.fulfill({ json: { count: 10_000, capped: true, tests: 0 } }),
  );
  await page.goto(`/webhooks/${id}/deliveries`);
  const summary = page.getByRole("region", { name: "Matching deliveries" });
  await expect(summary.getByRole("status")).toHaveText("1 delivery");
  await summary.getByRole("button", { name: "Hide chart" }).click();
  await expect(summary.getByRole("status")).toHaveText("10,000+ matches");
});

test("Retry over the whole log says what it takes, and that a paused webhook waits", async ({
  page,
  api,
  program,
  receiver,
}) => {
  receiver.answer(503);
  const id = await program.webhook(receiver.url);
  await program.attempted(id);
  await api.put(`/v1/webhooks/${id}/settings`, { data: { paused: true } });
  await program.publish();
  await page.goto("/deliveries");
  await page.getByRole("button", { name: /^Retry \d+ deliveries$/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Retry \d+ deliveries$/ });
  await expect(dialog.getByRole("list").first()).toContainText("Pending or retrying");
  await expect(dialog).toContainText(
    "1 webhook is paused. Deliveries to it wait until it is resumed.",
  );
  await page.keyboard.press("Escape");

  await page.goto("/deliveries?status=pending");
  await page.getByRole("button", { name: "Status: Pending or retrying", exact: true }).click();
  await expect(page.getByRole("checkbox", { name: /^Pending or retrying/ })).toBeChecked();
  await expect(page.getByRole("link", { name: /^Retrying, / })).toHaveCount(1);
  await expect(page.getByRole("link", { name: /^Pending, / })).toHaveCount(1);

  // Its dialog stays open when nothing is left to retry.
  await page.goto(`/webhooks/${id}/deliveries`);
  await page.getByRole("button", { name: "Retry 2 deliveries" }).click();
  await expect(dialog).toBeVisible();
  for (const { id: delivery } of await program.deliveriesTo(id)) {
    await api.post(`/v1/deliveries/${delivery}/cancel`);
  }
  await expect(page.locator("[data-retry-all]")).toContainText("Retry 0");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-retry-all]")).toHaveCount(0);
});
