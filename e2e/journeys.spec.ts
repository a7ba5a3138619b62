import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Receiver } from "@/tests/receiver";
import { expect, test } from "./fixtures";
import { InteractionBudget } from "./interaction-budget";
import { comeAlive } from "./watch";

// The journeys of an operator, counted from a loaded overview. Typing is not a click.

/** Its deliveries are not retried by themselves while a journey lasts. */
const overloaded = {
  status: 503,
  headers: { "retry-after": "3600" },
  body: '{"error":"overloaded"}',
};
const card = (page: Page, { url }: Receiver) =>
  page.getByRole("article").filter({ hasText: new URL(url).host });
const place = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });
const finder = (page: Page) => page.getByRole("combobox", { name: "Search or paste an id" });

async function startHere(page: Page): Promise<InteractionBudget> {
  await page.goto("/");
  return new InteractionBudget(page);
}

test.describe("while a receiver answers 503", () => {
  let webhook: string;

  test.beforeEach(async ({ program, receiver }) => {
    receiver.answer(overloaded);
    webhook = await program.webhook(receiver.url);
    for (let n = 0; n < 5; n++) await program.attempted(webhook);
  });

  test("which webhook fails, since when and why: no click; its deliveries: one", async ({
    page,
    receiver,
  }) => {
    const budget = await startHere(page);
    const incident = card(page, receiver);
    await expect(incident).toContainText(/HTTP 503 · since \d/);
    budget.expectAtMost({ clicks: 0 });
    await budget.click(incident.getByRole("link", { name: /open its undelivered deliveries/ }));
    const host = new URL(receiver.url).host;
    await expect(page.getByRole("button", { name: `Webhook: ${host}` }).first()).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: "HTTP 503" })).toHaveCount(5);
    budget.expectAtMost({ clicks: 1 });
  });

  test("the last failing response: one click, without scrolling", async ({ page, receiver }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const budget = await startHere(page);
    const last = card(page, receiver).getByRole("link", { name: /^Last response · HTTP 503/ });
    await expect(last).toContainText(overloaded.body);
    await budget.click(last);
    const body = page.getByRole("region", { name: "response body" });
    await expect(body).toContainText("overloaded");
    await expect(body).toBeInViewport({ ratio: 1 });
    await expect(page).toHaveTitle(/^503 · VIDEO_GENERATION_SUCCESS → /);
    budget.expectAtMost({ clicks: 1 });
  });

  test("one delivery is resent, and its result read: two clicks", async ({ page, receiver }) => {
    const budget = await startHere(page);
    await budget.click(card(page, receiver).getByRole("link", { name: /^Last response/ }));
    const retry = page.getByRole("button", { name: "Retry now" });
    await expect(retry).toBeVisible();
    await comeAlive(page);
    receiver.answer(200);
    await budget.click(retry);
    await expect(page.getByText(/^Attempt \d+: HTTP 200$/)).toBeVisible();
    budget.expectAtMost({ clicks: 2 });
  });

  test("an outage is recovered and watched in place, with what waits for a retry: two clicks", async ({
    page,
    receiver,
  }) => {
    const budget = await startHere(page);
    await budget.click(card(page, receiver).getByRole("button", { name: /^Retry all 5/ }));
    const start = page.getByRole("button", { name: "Retry 5 deliveries" });
    await expect(start).toBeVisible();
    receiver.answer(200);
    receiver.received.length = 0;
    await budget.click(start);
    const retry = page.getByRole("region", { name: /^Retry of 5 deliveries to 127\.0\.0\.1/ });
    await expect(retry.getByText("Finished", { exact: true })).toBeVisible();
    await expect(retry.getByRole("progressbar")).toHaveAttribute("aria-valuetext", "5 of 5");
    await expect(page.getByRole("status").filter({ hasText: "finished. 5 delivered." })).toHaveText(
      /^Retry of 5 deliveries to/,
    );
    budget.expectAtMost({ clicks: 2 });
    expect(receiver.received).toHaveLength(5);
    await page.mouse.move(0, 0);
    await expect(card(page, receiver)).toHaveCount(0);
    await retry.getByRole("button", { name: /^Hide/ }).click();
    await expect(retry).toHaveCount(0);
  });

  test("the same by its name in the palette: no click, and no other page", async ({
    page,
    api,
    receiver,
  }) => {
    const label = `Studio ${randomUUID()}`;
    await api.put(`/v1/webhooks/${webhook}/settings`, { data: { label } });
    const budget = await startHere(page);
    await page.keyboard.press("Control+k");
    await finder(page).fill(`retry all ${label}`);
    const first = page.getByRole("option").first();
    await expect(first).toHaveAccessibleName(new RegExp(`^Retry all of ${label}`));
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Retry 5 deliveries" });
    await expect(dialog.getByRole("button", { name: "Retry 5 deliveries" })).toBeFocused();
    receiver.answer(200);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Replay of 5 deliveries");
    await expect(dialog).toHaveCount(0);
    budget.expectAtMost({ clicks: 0 });
  });

  test("a webhook is paused: one click, undone by another", async ({ page, api, receiver }) => {
    const budget = await startHere(page);
    const incident = card(page, receiver);
    await budget.click(incident.getByRole("button", { name: /^Pause/ }));
    await expect(page.getByText(/New events wait until it is resumed/)).toBeVisible();
    budget.expectAtMost({ clicks: 1 });
    const settings = `/v1/webhooks/${webhook}/settings`;
    expect(await (await api.get(settings)).json()).toMatchObject({ paused: true });
    await budget.click(incident.getByRole("button", { name: /^Resume/ }));
    await expect(incident.getByRole("button", { name: /^Pause/ })).toBeVisible();
    expect(await (await api.get(settings)).json()).toMatchObject({ paused: false });
  });
});

test("whether a video arrived: no click, a paste and Enter", async ({
  page,
  api,
  program,
  receiver,
}) => {
  const webhook = await program.webhook(receiver.url);
  const delivery = await program.delivery(webhook, "delivered");
  const { data } = await (await api.get(`/v1/deliveries/${delivery}`)).json();
  const budget = await startHere(page);
  await budget.press("ControlOrMeta+k");
  await expect(finder(page)).toBeFocused();
  await budget.paste(data.videoId);
  await budget.press("Enter");
  await expect(page).toHaveURL(`/deliveries/${delivery}`);
  await expect(page.getByText(data.videoId).first()).toBeVisible();
  budget.expectAtMost({ clicks: 0, keys: 3 });
});

test("a secret is rotated with an overlap: three clicks, or none by the palette", async ({
  page,
  program,
  receiver,
}) => {
  await program.webhook(receiver.url);
  const budget = await startHere(page);
  await budget.click(place(page, "Webhooks"));
  await budget.click(page.getByRole("rowheader").getByRole("link"));
  await expect(page.getByRole("radio", { name: "24 hours" })).toBeChecked();
  await comeAlive(page);
  await budget.click(page.getByRole("button", { name: "Rotate secret" }));
  await expect(page.getByText("The old secret still signs")).toBeVisible();
  budget.expectAtMost({ clicks: 3 });
  await program.publish();
  expect((await receiver.next()).headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);

  await page.goto("/");
  await page.keyboard.press("Control+k");
  await finder(page).fill("rotate secret");
  await expect(page.getByRole("option").first()).toHaveAccessibleName(/^Rotate secret of/);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Rotate signing secret" });
  await dialog.getByRole("button", { name: "Rotate secret" }).click();
  await expect(dialog).toContainText("Secret rotated");
  await expect(dialog.getByText(/^whsec_/)).toBeVisible();
});

test("a new webhook, until its signed delivery is seen: three clicks and a paste", async ({
  page,
  receiver,
}) => {
  const budget = await startHere(page);
  await budget.click(place(page, "Webhooks"));
  await budget.click(page.getByRole("link", { name: "New webhook" }).first());
  const field = page.getByLabel("Callback URL");
  await expect(field).toBeFocused();
  await comeAlive(page);
  await budget.paste(receiver.url);
  await budget.click(page.getByRole("button", { name: "Create webhook" }));
  await expect(page.getByText("Webhook created")).toBeVisible();
  await expect(page.getByText(/HTTP 200|200 in/).first()).toBeVisible();
  budget.expectAtMost({ clicks: 3, keys: 1 });
  expect(receiver.received[0]?.headers["webhook-signature"]).toMatch(/^v1,/);
});

test("who deleted a webhook: two clicks, by its name", async ({ page, program, api }) => {
  const id = await program.webhook(`https://gone-${randomUUID()}.example/in`);
  const label = `Studio ${randomUUID()}`;
  await api.put(`/v1/webhooks/${id}/settings`, { data: { label } });
  await api.delete(`/v1/webhooks/${id}`);
  const budget = await startHere(page);
  await budget.click(place(page, "Audit"));
  await budget.click(page.getByRole("button", { name: "Deletions" }));
  const row = page.getByRole("row").filter({ hasText: label });
  await expect(row).toContainText("Deleted a webhook");
  await expect(row.getByTitle(/API key$/)).toBeVisible();
  budget.expectAtMost({ clicks: 2 });
});

test("a key that was never used is revoked: two clicks", async ({ page, api, stranger }) => {
  const name = `spare ${randomUUID()}`;
  const data = { name, scopes: ["events:write"] };
  const { key } = await (await api.post("/v1/api-keys", { data })).json();
  const budget = await startHere(page);
  await budget.click(place(page, "API keys"));
  await budget.click(page.getByRole("button", { name: `Revoke ${name}` }));
  await expect(page.getByRole("row").filter({ hasText: name })).toHaveCount(0);
  budget.expectAtMost({ clicks: 2 });
  expect((await stranger.get("/v1", { headers: { "x-api-key": key } })).status()).toBe(401);
});

test("a viewer is invited: three clicks and the e-mail", async ({ page, product }) => {
  const budget = await startHere(page);
  await budget.click(page.getByRole("button", { name: /^Your menu/ }));
  await budget.click(page.getByRole("link", { name: "Invite user" }));
  const dialog = page.getByRole("dialog", { name: "Invite user" });
  await expect(dialog.getByRole("radio", { name: /^viewer/ })).toBeChecked();
  await expect(dialog.getByLabel("E-mail")).toBeFocused();
  await page.keyboard.type(`${randomUUID()}@example.com`);
  await budget.click(dialog.getByRole("button", { name: "Create invitation link" }));
  const link = page.getByRole("region", { name: "Invitation link" });
  await expect(link).toContainText(`${product.url}/invite#`);
  budget.expectAtMost({ clicks: 3 });
});

test("whether the queue is behind: no click; its details: one", async ({ page }) => {
  const budget = await startHere(page);
  await expect(page.getByRole("link", { name: /^Queue delay/ })).toBeVisible();
  budget.expectAtMost({});
  await budget.click(place(page, "System"));
  await expect(page.getByRole("heading", { level: 1, name: "System" })).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Queue/ })).toBeVisible();
  budget.expectAtMost({ clicks: 1 });
});
