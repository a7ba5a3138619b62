import { connectSql } from "@/db/client";
import { expectAccessible } from "./axe";
import { breakApi } from "./break-api";
import { expect, test } from "./fixtures";
import { openCircuit } from "./scenarios";
import { smallTargets } from "./small-targets";

test("J6: a webhook is paused in two clicks, undone in one, and keeps its events meanwhile", async ({
  page,
  program,
  receiver,
}) => {
  await program.webhook(receiver.url);
  await page.goto("/webhooks");
  const row = page.getByRole("row").filter({ hasText: new URL(receiver.url).host });
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

test("the list shows a later attempt of a webhook that delivers", async ({
  page,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  await program.delivery(id, "delivered");
  await page.goto("/webhooks");
  const row = page.getByRole("row").filter({ hasText: new URL(receiver.url).host });
  await expect(row).toContainText("Healthy");
  const attempt = row.locator("time").last();
  const first = await attempt.getAttribute("datetime");
  await program.delivery(id, "delivered");
  await expect(row).toContainText("delivered of 2");
  await expect(attempt).not.toHaveAttribute("datetime", `${first}`);
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
  await page
    .getByRole("checkbox", { name: "Select a.example" })
    .click({ position: { x: -8, y: 26 } });
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

  await page.setViewportSize({ width: 1280, height: 800 });
  const mend = await breakApi(page, new RegExp(`/v1/webhooks/${ids[1]}/settings$`));
  await page.getByRole("checkbox", { name: "Select all webhooks" }).check();
  await page.getByRole("button", { name: "Pause 3" }).click();
  await expect(page.getByText("Paused 2 webhooks.")).toBeVisible();
  await expect(page.getByText("Could not pause b.example: Internal error.")).toBeVisible();
  expect(await paused()).toEqual([true, false, true]);
  await mend();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Resumed 2 webhooks.")).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("the list is sorted by a filter, which a tap on a row closes without opening the row", async ({
    page,
    program,
  }) => {
    for (const name of ["b", "a"]) await program.webhook(`https://${name}.example/`);
    await page.goto("/webhooks");
    const rows = page.getByRole("rowheader");
    await expect(rows).toContainText(["a.example", "b.example"]);
    expect(await smallTargets(page.getByRole("main"))).toEqual([]);
    const { x, y } = (await rows.last().boundingBox())!;
    await page.getByRole("button", { name: "Sort", exact: true }).tap();
    expect(await smallTargets(page.getByRole("dialog"))).toEqual([]);
    await page.getByRole("radio", { name: "By name" }).check();
    await page.touchscreen.tap(x, y);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    const sorted = page.getByRole("button", { name: "Sort: By name", exact: true });
    await expect(sorted).toBeFocused();
    await expect(page).toHaveURL("/webhooks?sort=name");
    await program.webhook("https://0.example/");
    await expect(rows).toContainText(["0.example", "a.example", "b.example"]);
    await page.getByRole("button", { name: "Remove filter Sort: By name" }).tap();
    await expect(page).toHaveURL("/webhooks");
    await expect(rows.last()).toContainText("b.example");
  });
});

test("the last failure of a failing webhook is its latest failed attempt, also of an older delivery", async ({
  page,
  api,
  program,
  product,
  receiver,
}) => {
  receiver.answer(503);
  const webhook = await program.webhook(receiver.url);
  await openCircuit({ api, program }, webhook, "VIDEO_GENERATION_SUCCESS");
  const sql = connectSql(await product.databaseUrl(), 1);
  await sql`update receivers set open_until = now() + interval '1 hour' where webhook_id = ${webhook}`;
  const inFlight = () => sql`select from queue where webhook_id = ${webhook} and leased`;
  await expect.poll(async () => (await inFlight()).length).toBe(0);
  // The probe of an open circuit is the oldest delivery.
  const [oldest] = await sql`
    update receivers set failed_attempt = 1, failed_delivery_id = (
      select id from deliveries where webhook_id = ${webhook} and attempts > 0 order by id limit 1)
    where webhook_id = ${webhook} returning failed_delivery_id as id`;
  await sql.end();
  await page.goto(`/webhooks/${webhook}`);
  const open = page.getByRole("link", { name: "Open delivery" });
  await expect(open).toHaveAttribute("href", `/deliveries/${oldest?.id}`);
  await expect(page.getByText("HTTP 503", { exact: true }).first()).toBeVisible();
});
