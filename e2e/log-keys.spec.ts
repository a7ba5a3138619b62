import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { isLive, rows } from "./log-page";

const panel = (page: Page) => page.getByRole("complementary", { name: "Delivery" });

/** Opens the log of a webhook, and its newest delivery by keys. Returns the path of the log. */
async function openFirst(page: Page, webhookId: string, deliveryId: string): Promise<string> {
  const log = `/webhooks/${webhookId}/deliveries`;
  await page.goto(log);
  await isLive(page);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${log}?d=${deliveryId}`);
  await expect(panel(page)).toBeFocused();
  return log;
}

test("keys move through the rows, open one beside them, and give the focus back", async ({
  page,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  for (let n = 0; n < 5; n++) await program.publish();
  await expect.poll(async () => (await program.deliveriesTo(id)).length).toBe(5);
  const [first, second, third] = await program.deliveriesTo(id);
  await page.goto(`/webhooks/${id}/deliveries`);
  await expect(rows(page)).toHaveCount(5);
  await page.keyboard.press("j");
  await expect(rows(page).nth(0)).toBeFocused();
  await page.keyboard.press("j");
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/webhooks/${id}/deliveries?d=${second!.id}`);
  await expect(panel(page)).toBeFocused();
  await expect(panel(page).getByText(second!.id)).toBeVisible();
  const { width, height } = (await panel(page).boundingBox())!;
  expect(width).toBeGreaterThanOrEqual(560);
  expect(height).toBe(page.viewportSize()!.height);
  expect((await rows(page).nth(1).locator("xpath=ancestor::tr").boundingBox())!.height).toBe(36);
  await page.keyboard.press("j");
  await expect(page).toHaveURL(`/webhooks/${id}/deliveries?d=${third!.id}`);
  await page.keyboard.press("Escape");
  await expect(panel(page)).toBeHidden();
  await expect(page.locator(`a[data-row="${third!.id}"]`)).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(panel(page)).toBeFocused();
  // The panel opens before the address is written, and Back would leave the page.
  await expect(page).toHaveURL(`/webhooks/${id}/deliveries?d=${third!.id}`);
  await page.goBack();
  await expect(page.locator(`a[data-row="${third!.id}"]`)).toBeFocused();

  await page.keyboard.press("k");
  await page.keyboard.press("k");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await expect(page.getByText("2 selected")).toBeVisible();
  await expect(page.getByRole("button", { name: "Resend 2 deliveries…" })).toBeVisible();

  await page.keyboard.press("o");
  await expect(page).toHaveURL(`/deliveries/${second!.id}`);
  await page.goBack();
  await expect(page.getByText("2 selected")).toBeVisible();
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(2);
  expect(first!.id).not.toBe(second!.id);
});

test("a row opened while the browser is on its way back stays open", async ({
  page,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  const delivery = await program.delivery(id, "delivered");
  // The address changes some milliseconds after the step, and no hand hits them reliably.
  await page.addInitScript(() => {
    const go = history.go.bind(history);
    history.go = (steps) => {
      go(steps);
      document.querySelector<HTMLElement>("[data-row]")?.click();
    };
  });
  const log = await openFirst(page, id, delivery);
  const wentBack = page.waitForURL(log);
  await page.keyboard.press("Escape");
  await wentBack;
  await expect(page).toHaveURL(`${log}?d=${delivery}`);
  await expect(panel(page).getByText(delivery)).toBeVisible();
});

test("a row opened by Enter in Firefox gives the focus to the panel", async ({
  page,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  await program.delivery(id, "delivered");
  await page.goto(`/webhooks/${id}/deliveries`);
  await isLive(page);
  // Firefox counts the click of the Enter key on a link as one.
  await rows(page).first().dispatchEvent("click", { detail: 1 });
  await expect(panel(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await rows(page).first().click();
  await expect(panel(page)).toBeVisible();
  await expect(panel(page)).not.toBeFocused();
});

test("the drawer shows the latest attempt of each delivery, and keeps the focus at the end of the list", async ({
  page,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  const oldest = await program.delivery(id, "delivered");
  const newest = await program.delivery(id, "delivered");
  await page.goto(`/webhooks/${id}/deliveries?d=${newest}&att=1`);
  const older = panel(page).getByRole("button", { name: "Older delivery" });
  await older.press("Enter");
  await expect(page).toHaveURL(`/webhooks/${id}/deliveries?d=${oldest}`);
  await expect(older).toBeDisabled();
  await expect(older).toBeFocused();
  await older.press("Enter");
  await expect(panel(page).getByText(oldest)).toBeVisible();
});

test("a navigation outlasts a change of the address that is not written yet", async ({
  page,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  const delivery = await program.delivery(id, "delivered");
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(
    ({ pathname }) => pathname === `/deliveries/${delivery}`,
    async (route) => {
      await answered;
      await route.continue();
    },
  );
  const log = await openFirst(page, id, delivery);
  // Too soon after the last write to be written at once.
  await page.keyboard.press("Escape");
  await page.keyboard.press("o");
  await expect(page).toHaveURL(log);
  answer();
  await expect(page).toHaveURL(`/deliveries/${delivery}`);
});

test("a navigation outlasts a step back that is under way", async ({ page, program, receiver }) => {
  const id = await program.webhook(receiver.url);
  const delivery = await program.delivery(id, "delivered");
  await openFirst(page, id, delivery);
  // The address was written long ago for the new document, so the drawer goes back at once when it closes.
  await page.reload();
  await isLive(page);
  await page.evaluate(() => {
    const press = (key: string) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    press("Escape");
    // The browser has been told to go back, and has not done so.
    setTimeout(press, 0, "o");
  });
  await expect(page).toHaveURL(`/deliveries/${delivery}`);
});

test("R resends a delivery after a time in which it can be undone", async ({
  page,
  program,
  receiver,
}) => {
  receiver.answer(200, 204);
  const id = await program.webhook(receiver.url);
  await program.delivery(id, "delivered");
  await page.goto(`/webhooks/${id}/deliveries`);
  await isLive(page);
  await page.keyboard.press("j");
  await page.keyboard.press("r");
  const notice = page.getByText(/^Resending VIDEO_GENERATION_SUCCESS to/);
  await expect(notice).toBeVisible();
  await page.keyboard.press("z");
  await expect(notice).toHaveCount(0);
  await page.keyboard.press("r");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(notice).toHaveCount(0);
  await page.keyboard.press("j");
  await page.keyboard.press("r");
  await page.getByRole("button", { name: "Send now" }).click();
  await expect(page.getByRole("link", { name: /Delivered, .*HTTP 204, 2 attempts/ })).toBeVisible();
  // What was undone would have arrived before a later event.
  await program.delivery(id, "delivered");
  expect(receiver.received).toHaveLength(3);
});

test("a range begins at the last row that was selected in this view, else at its own row", async ({
  page,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  for (let n = 0; n < 4; n++) await program.delivery(id, "delivered");
  receiver.answer(503);
  await program.attempted(id);
  await page.goto(`/webhooks/${id}/deliveries`);
  await isLive(page);
  await expect(rows(page)).toHaveCount(5);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByText("1 selected")).toBeVisible();

  await page.getByRole("button", { name: "Status", exact: true }).click();
  await page.getByRole("checkbox", { name: "Delivered" }).check();
  await page.keyboard.press("Escape");
  // The filter gets the focus a task after its panel is removed.
  await expect(page.getByRole("button", { name: "Status: Delivered", exact: true })).toBeFocused();
  await expect(rows(page)).toHaveCount(4);
  await rows(page).nth(2).focus();
  await page.keyboard.press("Shift+X");
  await expect(page.getByText("1 selected")).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await expect(page.getByText("2 selected")).toBeVisible();
});
