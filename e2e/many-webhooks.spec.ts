import { connectSql } from "@/db/client";
import { expectAccessible } from "./axe";
import { expect, test } from "./fixtures";

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
  await sql`update webhooks set label = 'Test receiver' where callback_url = 'https://many.example/9'`;
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
    await expect(rows).toHaveText([/Till 1/]);
    await page.getByRole("button", { name: /^Remove filter Status/ }).click();
    await expect(rows.first()).toContainText("Till 1");
    await expect(page.getByText("The first 50 of 601 webhooks")).toBeVisible();
    await expectAccessible(page);
    // Documents have what they show, and none of the others.
    for (const address of ["/webhooks?status=failing", "/deliveries"]) {
      const document = await page.request.get(address);
      const text = await document.text();
      expect([text.includes(">Till 1<"), text.includes(newest!.id)]).toEqual([true, false]);
    }
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
    await palette.fill("test");
    await expect(page.getByRole("option", { name: /^Test receiver/ })).toBeVisible();
    await expect(page.getByRole("option", { name: /^Send test to Till 1/ })).toBeVisible();
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
