import { expectAccessible } from "./axe";
import { expect, test } from "./fixtures";
import { admin } from "./sign-in";

test("its header tests and pauses it, and has the other actions in a menu", async ({
  page,
  program,
  receiver,
  api,
}) => {
  const id = await program.webhook(receiver.url);
  await page.goto(`/webhooks/${id}/settings`);
  const main = page.getByRole("main");
  const choose = async (action: string) => {
    await main.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("dialog").getByText(action, { exact: true }).click();
  };
  const notice = main.getByRole("status");
  await main.getByRole("button", { name: "Send test", exact: true }).click();
  await expect(notice.filter({ hasText: "HTTP 200" }).first()).toBeVisible();
  const isPaused = notice.getByText(/New events wait until it is resumed/);
  await main.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(isPaused).toBeVisible();
  // Another person resumes it.
  await api.put(`/v1/webhooks/${id}/settings`, { data: { paused: false } });
  await expect(isPaused).toHaveCount(0);
  await main.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(isPaused).toBeVisible();
  await expect(main.getByRole("button", { name: "Resume", exact: true })).toHaveCount(1);
  await notice.getByRole("button", { name: "Undo" }).click();
  await expect(notice.getByText(/Waiting deliveries are being sent/)).toBeVisible();
  await choose("Copy id");
  await expect(notice.getByText(/Copied the id of /)).toBeVisible();

  await choose("Delete…");
  await page.getByLabel(/^Type/).fill(new URL(receiver.url).host);
  await page.getByRole("button", { name: "Delete webhook" }).click();
  await expect(page).toHaveURL("/webhooks");
  await expect(page.getByRole("heading", { name: "No webhooks yet" })).toBeVisible();
});

test("its overview says what fails, why, and what to do, and leads to the recovery", async ({
  page,
  program,
  receiver,
}) => {
  receiver.answer({ status: 503, body: '{"error":"overloaded"}' });
  const id = await program.webhook(`${receiver.url}/videos`);
  for (let n = 0; n < 5; n++) await program.attempted(id);
  await page.goto(`/webhooks/${id}`);
  const main = page.getByRole("main");
  await expect(page).toHaveTitle(/\/videos · Overview · Postback$/);
  await expect(main.getByText(/^Failing: HTTP 503/)).toBeVisible();
  await expect(main.getByText(/Check the receiver's log/)).toBeVisible();
  await expect(main.getByText('{"error":"overloaded"}')).toBeVisible();
  const figures = main.getByRole("listitem");
  await expect(figures.filter({ hasText: "Success rate" })).toHaveText(/ rate\s*0\s%$/);
  await expect(figures.filter({ hasText: "Retrying now" })).toContainText("5");
  await expect(main.getByText(/ requests in a row failed/)).toBeVisible();
  const created = main.getByRole("listitem").filter({ hasText: "Created a webhook" });
  await expect(created).toContainText(/by \S+/);
  await expect(main.getByRole("link", { name: "Open audit log" })).toHaveAttribute(
    "href",
    `/audit?webhook=${id}`,
  );
  const tabList = page.getByRole("navigation", { name: "Webhook" });
  const head = await main.locator("header").first().boundingBox();
  const tabs = await tabList.boundingBox();
  expect(tabs!.y + tabs!.height - head!.y).toBeLessThanOrEqual(160);
  await expectAccessible(page);

  await tabList.getByRole("link", { name: "Deliveries" }).click();
  await expect(page).toHaveTitle(/ · Deliveries · Postback$/);
  await expect(main.getByText(/^Failing: HTTP 503/)).toHaveCount(0);
  await page.goto(`/webhooks/${id}?status=retrying`);
  await expect(page).toHaveURL(`/webhooks/${id}/deliveries?status=retrying`);
  await page.goto(`/webhooks/${id}`);
  await page.getByRole("button", { name: /^Retry all 5 since/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Retry \d/ });
  await expect(dialog.getByRole("button", { name: /^Retry 5/ })).toBeVisible();
  receiver.answer(200);
  // A retry that comes due now is one less to retry.
  await dialog.getByRole("button", { name: /^Retry [1-5]/ }).click();
  const retry = page.getByRole("region", { name: /^Retry of [1-5]/ });
  await expect(retry.getByText("Finished", { exact: true })).toBeVisible();
  await expect
    .poll(
      async () =>
        (await program.deliveriesTo(id)).filter((each) => each.status === "delivered").length,
    )
    .toBe(5);
});

test("a webhook with a label is called by it wherever it shows, its address beside it", async ({
  page,
  api,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  const label = "Acme production";
  await api.put(`/v1/webhooks/${id}/settings`, { data: { label } });
  const delivery = await program.delivery(id, "delivered");
  const { eventId } = await (await api.get(`/v1/deliveries/${delivery}`)).json();
  await page.goto("/deliveries");
  const row = page.getByRole("row", { name: new RegExp(`to ${label}`) });
  await expect(row.getByTitle(receiver.url)).toContainText(label);
  await page.getByRole("button", { name: "Webhook", exact: true }).click();
  const filter = page.getByRole("dialog", { name: "Webhook" });
  await expect(filter.getByRole("checkbox", { name: new RegExp(label) })).toBeVisible();
  await page.goto(`/deliveries/${delivery}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(`to ${label}`);
  await expect(page.getByRole("definition").filter({ hasText: label })).toContainText(receiver.url);
  await page.goto(`/events/published/${eventId}`);
  await expect(page.getByRole("link", { name: label })).toHaveAttribute("title", receiver.url);
  await page.goto("/events/VIDEO_GENERATION_SUCCESS");
  await expect(page.getByRole("link", { name: label })).toContainText(receiver.url);
  await page.goto("/audit");
  await expect(page.getByRole("link", { name: label }).first()).toBeVisible();
});

test("on a phone a long label wraps, so that its end is visible", async ({
  page,
  api,
  program,
}) => {
  const id = await program.webhook("https://hooks.example/wraps");
  const label = "Orbit Learning · production callbacks eu-west-1";
  await api.put(`/v1/webhooks/${id}/settings`, { data: { label } });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/webhooks/${id}`);
  await expect(page.getByRole("button", { name: `Actions for ${label}` })).toBeVisible();
  const title = page.getByRole("heading", { level: 1 }).getByText(label);
  await expect(title).toBeVisible();
  const hidden = await title.evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
    Math.max(scrollHeight - clientHeight, scrollWidth - clientWidth),
  );
  expect(hidden).toBeLessThanOrEqual(1);
});

test("a long URL without a label is in the details whole, also on a phone", async ({
  page,
  program,
}) => {
  const url = `https://hooks.example/${"endless".repeat(24)}/production`;
  const id = await program.webhook(url);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/webhooks/${id}`);
  const shown = page.getByRole("definition").filter({ hasText: "endless" });
  await expect(shown).toContainText(/\/production$/);
  const hidden = await shown.evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
    Math.max(scrollHeight - clientHeight, scrollWidth - clientWidth),
  );
  expect(hidden).toBeLessThanOrEqual(1);
});

test("J7: a paused webhook is tested in two clicks, and the result shows by itself", async ({
  page,
  program,
  api,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  await api.put(`/v1/webhooks/${id}/settings`, { data: { paused: true } });
  await page.goto(`/webhooks/${id}/deliveries`);
  await page.getByRole("navigation", { name: "Webhook" }).getByText("Test").click();
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page.getByText("HTTP 200")).toBeVisible();
  await expect(page.getByText(/first byte \d+\sms/)).toBeVisible();
  await receiver.next();

  receiver.answer(500);
  await page.getByLabel("Payload").press("Control+Enter");
  await expect(page.getByText("HTTP 500")).toBeVisible();
});

test("deleting a webhook removes it from the list and cancels its waiting deliveries", async ({
  page,
  program,
  receiver,
}) => {
  receiver.answer(503);
  const id = await program.webhook(receiver.url);
  const delivery = await program.delivery(id, "pending");
  await receiver.next();
  const colleague = await page.context().newPage();
  await colleague.goto(`/webhooks/${id}`);
  await page.goto(`/webhooks/${id}/settings`);
  await page.getByRole("button", { name: "Delete webhook…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete this webhook?" });
  await expect(dialog).toContainText("1 pending delivery will be cancelled.");
  await dialog.getByRole("textbox").fill(new URL(receiver.url).host);
  await dialog.getByRole("button", { name: "Delete webhook" }).click();

  await expect(page).toHaveURL("/webhooks");
  await expect(colleague.getByRole("heading", { name: "Webhook not found" })).toBeVisible();
  await colleague.goto("/webhooks/0192");
  await expect(
    colleague.getByText("The address does not contain the id of a webhook."),
  ).toBeVisible();
  await expect(colleague.getByRole("link", { name: "View deliveries" })).toHaveCount(0);
  await colleague.close();
  await expect(page.getByRole("row").filter({ hasText: new URL(receiver.url).host })).toHaveCount(
    0,
  );
  await page.getByRole("navigation", { name: "Main" }).getByText("Deliveries").click();
  const row = page.getByRole("row").filter({ hasText: new URL(receiver.url).host });
  await expect(row).toContainText("Cancelled");
  await row.getByRole("link").first().click();
  await expect(page).toHaveURL(`/deliveries?d=${delivery}`);
  await expect(page.getByText("Cannot resend: the webhook was deleted.")).toBeVisible();

  const answer = await page.goto(`/webhooks/${id}/settings`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByText(new RegExp(`It was deleted .+ by ${admin.email}`))).toBeVisible();
  await page.getByRole("link", { name: "View deliveries" }).click();
  await expect(row).toContainText("Cancelled");
});
