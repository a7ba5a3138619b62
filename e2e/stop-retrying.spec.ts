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

  // In a row of its own, nothing below it moves.
  const response = page.getByRole("heading", { name: "Response" });
  for (const [width, address] of [
    [1280, `/deliveries?d=${delivery}`],
    [800, `/deliveries/${delivery}`],
    [375, `/deliveries/${delivery}`],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(address);
    const below = await response.boundingBox();
    await stop.click();
    await expect(page.getByText("No further attempts are made unless")).toBeVisible();
    expect(await response.boundingBox()).toEqual(below);
    await page.getByRole("button", { name: "Keep trying" }).click();
    await expect(stop).toBeFocused();
  }
  const verdict = (await page.getByText("1 attempt failed").boundingBox())!;
  await stop.focus();
  await page.keyboard.down("Enter");
  const confirm = page.getByRole("button", { name: "Confirm stop" });
  await expect(confirm).toBeFocused();
  // A held key repeats.
  await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect(confirm).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Cancelled after 1 attempt")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Stopped." })).toBeVisible();
  await expect(stop).toBeFocused();
  const cancelled = (await page.getByText("Cancelled after 1 attempt").boundingBox())!;
  expect(cancelled.y).toBe(verdict.y);
  expect(await program.deliveriesTo(id)).toMatchObject([{ status: "cancelled" }]);
});

test("selected deliveries are stopped at the second press, and those that are not are counted", async ({
  page,
  program,
  receiver,
}) => {
  receiver.answer({ status: 503, headers: { "retry-after": "600" } });
  const id = await program.webhook(receiver.url);
  for (let n = 0; n < 3; n++) await program.delivery(id, "pending");
  const [refused] = await program.deliveriesTo(id);
  const refusal = { status: 409, json: { code: 40900, message: "A request is in progress." } };
  await page.route(`**/v1/deliveries/${refused!.id}/cancel`, (route) => route.fulfill(refusal));
  await page.goto(`/webhooks/${id}/deliveries`);
  await page.getByRole("checkbox", { name: /^Select all/ }).check();
  const bar = page.getByRole("region", { name: "Selected deliveries" });
  await bar.getByRole("button", { name: "Stop retrying 3" }).dblclick();
  await bar.getByRole("button", { name: "Confirm: stop 3" }).click();
  await expect(bar.getByText("2 deliveries stopped. 1 could not be stopped")).toBeVisible();
  await expect(bar.getByRole("button", { name: "Stop retrying 1" })).toBeVisible();
  const statuses = (await program.deliveriesTo(id)).map(({ status }) => status);
  expect(statuses.sort()).toEqual(["cancelled", "cancelled", "pending"]);
});
