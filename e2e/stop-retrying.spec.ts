import { expect, test } from "./fixtures";

test("a retrying delivery can be stopped, with confirmation in place", async ({
  page,
  program,
  receiver,
}) => {
  receiver.answer({ status: 503, headers: { "retry-after": "600" } });
  const id = await program.webhook(receiver.url);
  const delivery = await program.delivery(id, "pending");
  await receiver.next();
  await page.goto(`/deliveries/${delivery}`);
  await expect(page.getByText("1 attempt failed")).toBeVisible();

  const stop = page.getByRole("button", { name: "Stop retrying" });
  await stop.click();
  await page.getByRole("button", { name: "Keep trying" }).click();
  await expect(stop).toBeFocused();
  expect(await program.deliveriesTo(id)).toMatchObject([{ status: "pending" }]);

  // Where it stands at the right edge of its row, and at the left one.
  for (const width of [1280, 800]) {
    await page.setViewportSize({ width, height: 800 });
    await stop.dblclick();
    await expect(stop).toBeVisible();
    expect(await program.deliveriesTo(id)).toMatchObject([{ status: "pending" }]);
  }

  await stop.press("Enter");
  await expect(page.getByRole("button", { name: "Confirm stop" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Cancelled after 1 attempt")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Stopped." })).toBeVisible();
  await expect(stop).toBeFocused();
  expect(await program.deliveriesTo(id)).toMatchObject([{ status: "cancelled" }]);
});
