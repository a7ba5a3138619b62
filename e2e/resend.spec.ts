import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

test.beforeEach(({ page }) => page.clock.install());
/** Stops the clock of the page: the five seconds before a resend is sent do not pass, however slow the machine. */
const stopClock = (page: Page) => page.clock.pauseAt(Date.now() + 1000);

test("a resend takes one click; its result appears live, with its requester", async ({
  page,
  program,
  receiver,
}) => {
  const delivery = await program.delivery(await program.webhook(receiver.url), "delivered");
  receiver.answer({ status: 500, body: "not any more" }, 200);
  await page.goto(`/deliveries/${delivery}`);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await stopClock(page);
  await page.getByRole("button", { name: "Resend" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Send now" })).toHaveCount(0);
  await page.getByRole("button", { name: "Resend" }).click();
  await expect(page.getByText("Will be sent in five seconds.")).toBeVisible();
  await page.clock.resume();

  await expect(page.getByRole("status").filter({ hasText: "Attempt 2: HTTP 500" })).toBeVisible();
  await expect(page.getByRole("region", { name: "response body" })).toHaveText("not any more");
  await expect(page.getByText("manual resend by admin@example.com")).toBeVisible();
  await expect(page.getByText("1 time since; last resend failed: HTTP 500")).toBeVisible();
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);

  await page.goto("/deliveries");
  const row = page.getByRole("row", { name: /Delivered, .*last resend failed: HTTP 500/ });
  await expect(row.getByText("Resend failed")).toBeVisible();
  await expect(row.getByText("HTTP 500")).toHaveCount(0);
});

test("in the panel, Send now takes the place of Resend, and nothing below it moves", async ({
  page,
  program,
  receiver,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const id = await program.delivery(await program.webhook(receiver.url), "delivered");
  await page.goto(`/deliveries?d=${id}`);
  const panel = page.getByRole("complementary", { name: "Delivery" });
  const resend = panel.getByRole("button", { name: "Resend" });
  const response = panel.getByRole("heading", { name: "Response" });
  const [button, below] = [(await resend.boundingBox())!, (await response.boundingBox())!];
  await stopClock(page);
  await resend.click();
  const now = panel.getByRole("button", { name: "Send now" });
  expect((await now.boundingBox())!).toMatchObject({ x: button.x, y: button.y });
  expect((await response.boundingBox())!.y).toBe(below.y);
  await panel.getByRole("button", { name: /^Undo/ }).click();
  await expect(resend).toBeVisible();
  expect((await resend.boundingBox())!.x).toBe(button.x);
});

// Beside the title Undo comes before the button, on a phone after it.
for (const [where, width, edge] of [
  ["beside the title", 1280, "right"],
  ["on a phone", 375, "left"],
] as const) {
  test(`${where}, nothing on the page moves when Retry now is pressed`, async ({
    page,
    program,
    receiver,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    receiver.answer({ status: 500, body: "not now" }, 200);
    const id = await program.attempted(await program.webhook(receiver.url));
    await page.goto(`/deliveries/${id}`);
    const retry = page.getByRole("button", { name: "Retry now" });
    const response = page.getByRole("heading", { name: "Response" });
    const [button, below] = [(await retry.boundingBox())!, (await response.boundingBox())!];
    await stopClock(page);
    await retry.click();
    const now = (await page.getByRole("button", { name: "Send now" }).boundingBox())!;
    const at = { left: ({ x }: Box) => x, right: ({ x, width }: Box) => x + width }[edge];
    expect(now.y).toBe(button.y);
    expect(at(now)).toBe(at(button));
    expect((await response.boundingBox())!.y).toBe(below.y);
  });
}
type Box = { x: number; width: number };
