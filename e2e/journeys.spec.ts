import { expect, test } from "./fixtures";
import { InteractionBudget } from "./interaction-budget";
import { comeAlive } from "./watch";

const overloaded = { status: 503, body: '{"error":"overloaded"}' };

test("the last failing response of a receiver is one click from the log, or two keys", async ({
  page,
  program,
  receiver,
}) => {
  receiver.answer(overloaded);
  const webhook = await program.webhook(receiver.url);
  await program.delivery(webhook, "pending");
  await page.goto("/deliveries?status=retrying");
  const budget = new InteractionBudget(page);
  await budget.click(page.getByRole("row").filter({ hasText: "503" }).getByRole("link").first());
  const body = page.getByRole("region", { name: "response body" });
  await expect(body).toContainText("overloaded");
  await expect(body).toBeInViewport({ ratio: 1 });
  await expect(page).toHaveTitle(/^503 · VIDEO_GENERATION_SUCCESS → /);
  budget.expectAtMost({ clicks: 1 });
});

test("a customer's video is found by a paste and Enter", async ({
  page,
  api,
  program,
  receiver,
}) => {
  const webhook = await program.webhook(receiver.url);
  const delivery = await program.delivery(webhook, "delivered");
  const { data } = await (await api.get(`/v1/deliveries/${delivery}`)).json();
  await page.goto("/webhooks");
  const budget = new InteractionBudget(page);
  await budget.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog", { name: "Search or paste an id" })).toBeVisible();
  await budget.paste(data.videoId);
  await budget.press("Enter");
  await expect(page.getByText(data.videoId).first()).toBeVisible();
  await expect(page).toHaveURL(/\/deliveries/);
  budget.expectAtMost({ keys: 3 });
});

test("one delivery is resent in one click, and its result appears live", async ({
  page,
  program,
  receiver,
}) => {
  const webhook = await program.webhook(receiver.url);
  const delivery = await program.delivery(webhook, "delivered");
  await page.goto(`/deliveries/${delivery}`);
  const budget = new InteractionBudget(page);
  await budget.click(page.getByRole("button", { name: "Resend" }));
  await expect(page.getByText("Attempt 2: HTTP 200")).toBeVisible();
  budget.expectAtMost({ clicks: 1 });
  expect(receiver.received).toHaveLength(2);
});

test("an overloaded receiver is paused in two clicks, and nothing more is sent", async ({
  page,
  program,
  receiver,
}) => {
  const webhook = await program.webhook(receiver.url);
  await page.goto("/webhooks");
  const budget = new InteractionBudget(page);
  await budget.click(page.getByRole("button", { name: /^Actions for/ }));
  await budget.click(page.getByRole("button", { name: "Pause" }));
  await expect(page.getByText(/New events wait until it is resumed/).first()).toBeVisible();
  budget.expectAtMost({ clicks: 2 });
  await program.publish();
  await expect.poll(async () => (await program.deliveriesTo(webhook)).length).toBe(1);
  expect(receiver.received).toEqual([]);
});

test("a repaired receiver is tested in two clicks while paused", async ({
  page,
  api,
  program,
  receiver,
}) => {
  const webhook = await program.webhook(receiver.url);
  await api.put(`/v1/webhooks/${webhook}/settings`, { data: { paused: true } });
  await page.goto(`/webhooks/${webhook}/deliveries`);
  const budget = new InteractionBudget(page);
  await budget.click(page.getByRole("link", { name: "Test", exact: true }));
  const send = page.getByRole("button", { name: "Send test event" });
  await expect(send).toBeVisible();
  await comeAlive(page);
  await budget.click(send);
  await expect(page.getByText(/HTTP 200|200 in/).first()).toBeVisible();
  budget.expectAtMost({ clicks: 2 });
  expect(receiver.received).toHaveLength(1);
});

test("a leaked secret is rotated in three clicks with an overlap of a day", async ({
  page,
  program,
  receiver,
}) => {
  await program.webhook(receiver.url);
  await page.goto("/");
  const budget = new InteractionBudget(page);
  await budget.click(page.getByRole("link", { name: "Webhooks", exact: true }));
  await budget.click(page.getByRole("rowheader").getByRole("link"));
  await expect(page.getByRole("radio", { name: "24 hours" })).toBeChecked();
  await comeAlive(page);
  await budget.click(page.getByRole("button", { name: "Rotate secret" }));
  await expect(page.getByText("The old secret still signs")).toBeVisible();
  budget.expectAtMost({ clicks: 3 });
  await program.publish();
  expect((await receiver.next()).headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
});

test("a webhook is made, tried and seen signed in two clicks and a paste", async ({
  page,
  receiver,
}) => {
  await page.goto("/webhooks");
  const budget = new InteractionBudget(page);
  await budget.click(page.getByRole("link", { name: "New webhook" }).first());
  const field = page.getByLabel("Callback URL");
  await expect(field).toBeVisible();
  await comeAlive(page);
  // The page sets the focus there, or a click does.
  await field.focus();
  await budget.paste(receiver.url);
  await budget.click(page.getByRole("button", { name: "Create webhook" }));
  await expect(page.getByText("Webhook created")).toBeVisible();
  await expect(page.getByText(/HTTP 200|200 in/).first()).toBeVisible();
  budget.expectAtMost({ clicks: 2, keys: 1 });
  expect(receiver.received[0]?.headers["webhook-signature"]).toMatch(/^v1,/);
});

test("every page shows a delayed queue, with details in one click", async ({ page }) => {
  await page.goto("/keys");
  const budget = new InteractionBudget(page);
  const pill = page
    .getByRole("banner")
    .getByRole("link", { name: /delivering|failing|behind|traffic|webhooks/i });
  await expect(pill).toBeVisible();
  budget.expectAtMost({});
  await budget.click(pill);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/System|Webhooks/);
  budget.expectAtMost({ clicks: 1 });
});
