import { connectSql } from "@/db/client";
import { expectAccessible } from "./axe";
import { breakApi } from "./break-api";
import { expect, test } from "./fixtures";
import { openCircuit } from "./scenarios";

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
    const { x, y } = (await rows.last().boundingBox())!;
    await page.getByRole("button", { name: "Sort", exact: true }).tap();
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

test("of more webhooks than a list has, the one that fails is found everywhere, though it is the oldest", async ({
  page,
  api,
  product,
  program,
}) => {
  const id = await program.webhook("https://oldest.example/hook", ["AVATAR_TRAINING_FAILED"]);
  await api.put(`/v1/webhooks/${id}/settings`, { data: { label: "Till 1" } });
  const sql = connectSql(await product.databaseUrl(), 1);
  await sql`insert into webhooks (id, account_id, callback_url, events)
      select new_id(), account_id, 'https://many.example/' || n, array['VIDEO_GENERATION_SUCCESS']
      from webhooks, generate_series(1, 600) n where id = ${id}`;
  await sql`insert into receivers (webhook_id, failing_since, failed_at, open_until)
      values (${id}, now() - interval '1 hour', now(), now() + interval '1 hour')`;
  await sql`insert into deliveries (id, account_id, event_id, webhook_id, event, callback_url, trigger, status, finished_at)
      select new_id(), account_id, new_id(), id, 'AVATAR_TRAINING_FAILED', callback_url, 'event', 'cancelled', now()
      from webhooks where id = ${id}`;
  const [newest] = await sql<{ id: string }[]>`
    select id from webhooks order by created_at desc, id desc limit 1`;
  const rows = page.getByRole("rowheader");
  try {
    await page.goto("/");
    await page.getByRole("link", { name: /^Health: 1 failing/ }).click();
    await expect(rows.first()).toContainText("Till 1");
    await expect(page.getByText("The first 50 of 601 webhooks")).toBeVisible();
    await expectAccessible(page);
    // Documents have what they show, and none of the others.
    for (const address of ["/webhooks?status=failing", "/deliveries"]) {
      const document = await page.request.get(address);
      const text = await document.text();
      expect([text.includes(">Till 1<"), text.includes(newest!.id)]).toEqual([true, false]);
    }
    await page.goto("/webhooks?status=failing");
    await expect(rows).toHaveText([/Till 1/]);
    await page.getByRole("button", { name: /^Remove filter Status/ }).click();
    await expect(page.getByText("The first 50 of 601 webhooks")).toBeVisible();
    const more = page.getByRole("button", { name: "Show more" });
    await page.route("**/v1/webhook-search?limit=200&*", (route) => route.abort());
    await more.click();
    const failure = page.getByText("Webhooks could not be refreshed");
    await expect(failure).toBeVisible();
    await expect(page.getByText("The first 50 of 601 webhooks")).toBeVisible();
    await page.unrouteAll();
    await expect(page.getByText("The first 200 of 601 webhooks")).toBeVisible();
    await expect(failure).toBeHidden();
    await more.click();
    await expect(page.getByText("The first 500 of 601 webhooks")).toBeVisible();
    await expect(more).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 800 });
    const search = page.getByRole("searchbox", { name: /^Search webhooks/ });
    await search.fill("many.example/7");
    await expect(rows).toHaveCount(11);
    await expect(page.getByText(/^The first/)).toBeHidden();
    await search.fill("nowhere");
    await expect(page.getByRole("heading", { name: "No webhook matches" })).toBeVisible();

    await page.keyboard.press("ControlOrMeta+k");
    const palette = page.getByRole("combobox");
    await expect(page.getByRole("option", { name: /Till 1/ })).toBeVisible();
    await palette.fill("pause till");
    await expect(page.getByRole("option", { name: /^Pause Till 1/ })).toBeVisible();
    await palette.fill("failed many.example/77");
    await expect(page.getByRole("option", { name: /^Retry all of many.example/ })).toBeVisible();
    await page.keyboard.press("Escape");

    await page.goto("/deliveries");
    await page.getByRole("button", { name: "Webhook", exact: true }).click();
    await page.getByLabel("Find a webhook").fill("nowhere");
    await expect(page.getByText("No matches")).toBeVisible();
    await page.getByLabel("Find a webhook").fill("till");
    await page.getByRole("checkbox", { name: /^Till 1/ }).check();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Webhook: Till 1", exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: "Webhook: Till 1", exact: true })).toBeVisible();

    await page.goto("/events/AVATAR_TRAINING_FAILED");
    await expect(page.getByRole("link", { name: /^Till 1/ })).toBeVisible();
    await page.goto("/events/VIDEO_GENERATION_SUCCESS");
    await expect(page.getByRole("link", { name: "500 others" })).toBeVisible();
  } finally {
    await sql`delete from webhooks where callback_url like 'https://many.example/%'`;
    await sql.end();
  }
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
