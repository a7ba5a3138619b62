import { expect, test } from "./fixtures";
import { holdAnswer } from "./hold-answer";

test("what ended is recovered in three clicks, and the job is followed to its end", async ({
  page,
  program,
  api,
  receiver,
}) => {
  const webhook = await program.webhook(receiver.url);
  const ids = await program.cancelled(webhook, 3);
  await page.goto(`/replays/new?status=cancelled&webhook=${webhook}`);
  const form = page.getByRole("main");
  await expect(form.getByRole("heading", { level: 1 })).toHaveText("Resend 3 deliveries");
  await expect(form).toContainText("Cancelled");
  await expect(form).toContainText(new URL(receiver.url).host);
  await form.getByRole("link", { name: "Show in log" }).click();
  const listed = page.getByRole("row").filter({ has: page.locator("a[data-row]") });
  await expect(listed.filter({ hasText: "Cancelled" })).toHaveCount(3);
  await page.goBack();
  expect(receiver.received).toEqual([]);
  await form.getByRole("button", { name: "Resend 3 deliveries" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Replay of 3 deliveries");
  const job = new URL(page.url()).pathname;
  await expect(page.getByText("Finished", { exact: true })).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuetext", "3 of 3");
  expect(receiver.received).toHaveLength(3);
  await page.getByRole("link", { name: "Deliveries since then" }).click();
  for (const id of ids) {
    await expect(page.locator(`a[href*="${id}"]`).first()).toContainText(/\d/);
  }
  await page.goto("/replays");
  const row = page.getByRole("row").filter({ has: page.locator(`a[href="${job}"]`) });
  await expect(row).toContainText("3 of 3, 3 delivered");
  const { host } = new URL(receiver.url);
  await expect(row).toContainText(`to ${host}`);
  // A name that arrives after the page moves the rows below it.
  expect(await (await page.request.get("/replays")).text()).toContain(`to ${host}`);
  await api.delete(`/v1/webhooks/${webhook}`);
  await expect(row).toContainText(`to deleted webhook ${host}`);
});

test("a replay that started after its dialog was closed is shown as well", async ({
  page,
  program,
  receiver,
}) => {
  const webhook = await program.webhook(receiver.url);
  await program.delivery(webhook, "delivered");
  await page.goto(`/deliveries?webhook=${webhook}`);
  await page.getByRole("checkbox", { name: /^Select delivery of/ }).check();
  await page.getByRole("button", { name: "Resend 1 delivery…" }).click();
  const dialog = page.getByRole("dialog", { name: "Resend 1 delivery" });
  const start = dialog.getByRole("button", { name: "Resend 1 delivery" });
  await expect(start).toBeVisible();
  const { held, release } = await holdAnswer(page, "**/v1/replays", "POST");
  await start.click();
  await held;
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  release();
  const replay = page.getByRole("region", { name: "Resend of 1 delivery" });
  await expect(replay.getByText("Finished", { exact: true })).toBeVisible();
});

test("more than a hundred are sent only once their number is typed, and as many as were counted", async ({
  page,
  program,
  receiver,
}) => {
  const webhook = await program.webhook(receiver.url);
  await program.cancelled(webhook, 101);
  await page.goto(`/replays/new?status=cancelled&webhook=${webhook}`);
  const form = page.getByRole("main");
  await form.getByRole("button", { name: /^Rate: / }).click();
  await page.getByRole("option", { name: "5 a second", exact: true }).click();
  await expect(form).toContainText("About 21 s");
  const start = form.getByRole("button", { name: "Resend 101 deliveries" });
  await start.click();
  await expect(form.getByLabel("Type 101 to confirm")).toHaveAccessibleDescription(/Type 101/);
  await expect(form.getByLabel("Type 101 to confirm")).toBeFocused();
  expect(receiver.received).toEqual([]);

  await program.cancelled(webhook, 2);
  receiver.received.length = 0;
  await form.getByLabel("Type 101 to confirm").fill("101");
  await start.dblclick();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Replay of 101 deliveries");
  await page.getByRole("button", { name: "Stop replay" }).click();
  await page.getByRole("button", { name: "Confirm stop" }).click();
  await expect(page.getByText("Stopped", { exact: true })).toBeVisible();
  await expect(page.getByText("Stopped. The rest was not resent.")).toBeVisible();
  const sent = receiver.received.length;
  await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuetext", `${sent} of 101`);
  expect(receiver.received.length).toBeLessThan(101);
  await page.goto("/replays");
  await expect(page.getByRole("row").filter({ hasText: "of 101," })).toHaveCount(1);
});

test("a selection without deliveries shows a message with a link to the log", async ({
  page,
  program,
  receiver,
}) => {
  const webhook = await program.webhook(receiver.url);
  await page.goto("/replays/new");
  await expect(page.getByText("No deliveries are chosen")).toBeVisible();
  await page.goto(`/replays/new?status=failed&webhook=${webhook}`);
  const form = page.getByRole("main");
  await expect(form.getByRole("heading", { level: 1 })).toHaveText("Nothing to retry");
  await expect(form).toContainText("No delivery matches any more");
  await form.getByRole("button", { name: "Back to log" }).click();
  await expect(page).toHaveURL(`/deliveries?status=failed&webhook=${webhook}`);
});

test("a dry run is shown as a count, not as a replay that resent nothing", async ({
  page,
  program,
  api,
  receiver,
}) => {
  const webhook = await program.webhook(receiver.url);
  const ids = [await program.delivery(webhook, "delivered")];
  const counted = await api.post("/v1/replays", { data: { ids, dryRun: true } });
  await page.goto(`/replays/${(await counted.json()).id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dry run of 1 delivery");
  await expect(page.getByText(/^Counted .* Nothing was resent\.$/)).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(page).toHaveTitle(/^Dry run of 1 delivery/);
});

test("a replay speaks of a paused webhook only while its deliveries wait for one", async ({
  page,
  program,
  api,
  receiver,
}) => {
  receiver.answer(503);
  const id = await program.webhook(receiver.url);
  const delivery = await program.attempted(id);
  const pause = (webhook: string) =>
    api.put(`/v1/webhooks/${webhook}/settings`, { data: { paused: true } });
  await pause(await program.webhook(`${receiver.url}/other`));
  const started = await api.post("/v1/replays", { data: { ids: [delivery] } });
  await page.goto(`/replays/${(await started.json()).id}`);
  await expect(page.getByText("1 waits for the next retry.")).toBeVisible();
  const note = page.getByText("Paused webhooks hold back 1 delivery.");
  await expect(note).toHaveCount(0);
  await pause(id);
  await expect(note).toBeVisible();
  await expect(page.getByText("1 waits until the webhook is resumed.")).toBeVisible();
});
