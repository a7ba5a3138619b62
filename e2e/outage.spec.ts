import { readFile } from "node:fs/promises";
import type { APIRequestContext, Page } from "@playwright/test";
import { connectSql } from "@/db/client";
import type { Receiver } from "@/tests/receiver";
import { expect, test } from "./fixtures";
import { InteractionBudget } from "./interaction-budget";
import type { Program } from "./program";

const many = 12;
/** A failure that no other test causes. */
const lost = "AVATAR_TRAINING_FAILED";

test("after an outage, all that failed is sent again in three clicks", async ({
  page,
  api,
  program,
  receiver,
}) => {
  test.slow();
  await failMany({ program, api, receiver });
  receiver.answer(200);
  receiver.received.length = 0;
  await page.goto("/");
  const budget = new InteractionBudget(page);
  await budget.click(page.getByRole("main").getByRole("link", { name: lost }));
  await budget.click(page.getByRole("button", { name: `Retry ${many} deliveries` }));
  const start = page.getByRole("dialog").getByRole("button", { name: `Retry ${many} deliveries` });
  await expect(start).toBeFocused();
  expect(receiver.received).toEqual([]);
  await budget.click(start);
  const retry = page.getByRole("region", { name: `Retry of ${many} deliveries` });
  budget.expectAtMost({ clicks: 3 });
  await expect(retry.getByText("Finished", { exact: true })).toBeVisible();
  expect(receiver.received).toHaveLength(many);
  await retry.getByRole("link", { name: "Open replay" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Replay of ${many} deliveries`);
});

test("failed deliveries are exported or linked in two clicks or keys", async ({
  page,
  program,
  receiver,
}) => {
  receiver.answer(410);
  const webhook = await program.webhook(receiver.url);
  const delivery = await program.delivery(webhook, "failed");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`/deliveries?status=failed&webhook=${webhook}&since=1h`);
  await expect(page.locator(`[data-row="${delivery}"]`)).toBeVisible();
  const budget = new InteractionBudget(page);
  const file = await download(page, () =>
    budget.click(page.getByRole("link", { name: "Export as CSV" })),
  );
  expect(file).toContain(delivery);
  await budget.click(page.getByRole("button", { name: "Copy a link to this view" }));
  await expect(page.getByText("Copied", { exact: true })).toBeAttached();
  budget.expectAtMost({ clicks: 2 });
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const keys = new InteractionBudget(page);
  expect(await download(page, () => keys.press("e"))).toContain(delivery);
  await keys.press("y");
  await expect(page.getByText("Link to this view copied")).toBeVisible();
  keys.expectAtMost({ keys: 2 });

  // A user who opens it tomorrow sees the same hour.
  const words = new Set(new URL(link).searchParams.keys());
  expect(words).toEqual(new Set(["from", "status", "to", "webhook"]));
  await page.goto(link);
  await expect(page.locator(`[data-row="${delivery}"]`)).toBeVisible();
});

test("an incident with an open circuit is there again soon after a pause and its undo", async ({
  page,
  product,
  api,
  program,
  receiver,
}) => {
  receiver.answer(503);
  const id = await program.webhook(receiver.url);
  for (let n = 0; n < 12; n++) await program.publish();
  const resting = async () =>
    (await (await api.get(`/v1/webhooks/${id}/health`)).json()).restsUntil !== undefined;
  await expect.poll(resting).toBe(true);
  const sql = connectSql(await product.databaseUrl(), 1);
  await sql`update receivers set open_until = now() + interval '1 hour' where webhook_id = ${id}`;
  await sql.end();
  await page.goto("/");
  const card = page.getByRole("article").filter({ has: page.locator(`a[href*="${id}"]`) });
  await card.getByRole("button", { name: /^Pause/ }).click();
  const resume = card.getByRole("button", { name: /^Resume/ });
  await expect(resume).toBeVisible();
  receiver.received.length = 0;
  await resume.click();
  await receiver.next();
  await page.reload();
  await expect(card).toContainText("Failing");
  await expect(card).toContainText("12 waiting");
});

async function download(page: Page, act: () => Promise<void>): Promise<string> {
  const begun = page.waitForEvent("download");
  await act();
  return readFile(await (await begun).path(), "utf8");
}

type Means = { program: Program; api: APIRequestContext; receiver: Receiver };

/** Receivers that return 410: the product pauses each after its first failure, so each is resumed for the next. */
async function failMany({ program, api, receiver }: Means): Promise<void> {
  receiver.answer(410);
  const webhooks: string[] = [];
  for (let n = 0; n < many / 2; n++)
    webhooks.push(await program.webhook(`${receiver.url}/${n}`, [lost]));
  const failed = async () => {
    const params = { event: lost, status: "failed", limit: 200 };
    return (await (await api.get("/v1/deliveries", { params })).json()).deliveries.length;
  };
  const resume = (id: string) =>
    api.put(`/v1/webhooks/${id}/settings`, { data: { paused: false } });
  for (const round of [1, 2]) {
    await program.publish(lost);
    await expect.poll(failed).toBe((many / 2) * round);
    for (const id of webhooks) await resume(id);
  }
}
