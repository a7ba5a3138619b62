import { expectAccessible } from "./axe";
import { expect, test } from "./fixtures";

test("J6: a webhook is paused in two clicks, undone in one, and keeps its events meanwhile", async ({
  page,
  program,
  receiver,
}) => {
  await program.webhook(receiver.url);
  await page.goto("/webhooks");
  const row = page.getByRole("row").filter({ hasText: receiver.url });
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(row).toContainText("Paused");
  await program.publish();
  expect(receiver.received).toEqual([]);

  await page.getByRole("button", { name: "Undo" }).click();
  await receiver.next();
  await expect(row).toContainText("Healthy");
  expect(receiver.received).toHaveLength(1);
});

test("the list is searched by key, filtered by address, and says when nothing matches", async ({
  page,
  program,
}) => {
  await program.webhook("https://one.example/hook");
  await program.webhook("https://two.example/hook", ["AVATAR_TRAINING_FAILED"]);
  await page.goto("/webhooks");
  const rows = page.getByRole("rowheader");
  await expect(rows).toHaveCount(2);
  await page.keyboard.press("/");
  await page.keyboard.type("one.ex");
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/q=one\.ex/);
  await page.reload();
  await expect(rows).toHaveCount(1);

  await page.goto(
    "/webhooks?event=AVATAR_TRAINING_FAILED&status=no_traffic,nonsense&sort=nonsense",
  );
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("two.example");
  await page.goto("/webhooks?q=nowhere");
  await expect(page.getByRole("heading", { name: "No webhook matches" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows).toHaveCount(2);
});

test("the list sorts by its heads, and pauses several webhooks with one Undo", async ({
  page,
  api,
  program,
}) => {
  const ids = await Promise.all(
    ["a", "b", "c"].map((name) => program.webhook(`https://${name}.example/`)),
  );
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/webhooks");
  const rows = page.getByRole("rowheader");
  await expect(rows).toHaveCount(3);
  const head = page.getByRole("columnheader", { name: "Webhook", exact: true });
  await head.getByRole("button").click();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await expect(rows).toContainText(["a.example", "b.example", "c.example"]);
  await head.getByRole("button").click();
  await expect(page).toHaveURL(/sort=-name/);
  await expect(rows).toContainText(["c.example", "b.example", "a.example"]);
  const row = page.getByRole("row").filter({ hasText: "a.example" });
  expect((await row.boundingBox())!.height).toBeLessThanOrEqual(52);

  await page.getByRole("checkbox", { name: "Select all webhooks" }).check();
  await page.getByRole("checkbox", { name: "Select a.example" }).uncheck();
  await expect(page.getByRole("region", { name: "Selected webhooks" })).toContainText("2 selected");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Pause 2" }).click();
  await expect(page.getByText("Paused 2 webhooks.")).toBeVisible();
  const paused = async () => {
    const all = await (await api.get("/v1/webhook-settings")).json();
    return ids.map((id) => all.find((one: { webhookId: string }) => one.webhookId === id).paused);
  };
  expect(await paused()).toEqual([false, true, true]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Resumed 2 webhooks.")).toBeVisible();
  expect(await paused()).toEqual([false, false, false]);
});

test("on a phone the list is sorted by a filter, because it has no heads", async ({
  page,
  program,
}) => {
  for (const name of ["b", "a"]) await program.webhook(`https://${name}.example/`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/webhooks");
  const rows = page.getByRole("rowheader");
  await expect(rows).toContainText(["a.example", "b.example"]);
  await page.getByRole("button", { name: "Sort", exact: true }).click();
  await page.getByRole("radio", { name: "By name" }).check();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/webhooks?sort=name");
  await expect(page.getByRole("button", { name: "Sort: By name", exact: true })).toBeVisible();
  await program.webhook("https://0.example/");
  await expect(rows).toContainText(["0.example", "a.example", "b.example"]);
  await page.getByRole("button", { name: "Remove filter Sort: By name" }).click();
  await expect(page).toHaveURL("/webhooks");
  await expect(rows.last()).toContainText("b.example");
});
