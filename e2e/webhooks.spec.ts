import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

test("what is missing is said at its field and above the form, which takes the focus", async ({
  page,
}) => {
  await page.goto("/webhooks/new");
  await page.getByRole("button", { name: "Create webhook" }).click();

  await expect(summary(page)).toBeFocused();
  await expect(page).toHaveTitle("Error: New webhook · Postback");
  const field = page.getByLabel("Callback URL");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(/Enter a callback URL/);
  const events = page.getByRole("group", { name: "Events" });
  await expect(events).toHaveAccessibleDescription(/Choose at least one event/);

  await summary(page)
    .getByRole("button", { name: /Enter a callback URL/ })
    .click();
  await expect(field).toBeFocused();
  await field.fill("https://user:secret@example.com/");
  await expect(field).toHaveAccessibleDescription(/Remove the user name and password/);
});

test("what only the server can refuse lands on the callback URL", async ({ page, api }) => {
  await page.goto("/webhooks/new");
  await page.getByLabel("Callback URL").fill("http://10.0.0.1/");
  await page.getByLabel("VIDEO_GENERATION_SUCCESS").check();
  const refused = page.waitForResponse((answer) => answer.request().method() === "POST");
  await page.getByRole("button", { name: "Create webhook" }).click();

  expect(await (await refused).json()).toMatchObject({ code: 40002 });
  await expect(summary(page)).toBeFocused();
  await expect(page.getByLabel("Callback URL")).toHaveAccessibleDescription(/Error: .*address/);
  expect(await (await api.get("/v1/webhooks")).json()).toEqual([]);
});

test("its address and events can be changed", async ({ page, api, program, receiver }) => {
  const id = await program.webhook(`${receiver.url}/old`);
  await page.goto(`/webhooks/${id}/settings`);
  await page.getByLabel("Callback URL").fill(`${receiver.url}/new?token=1`);
  await page.getByLabel("VIDEO_GENERATION_SUCCESS").uncheck();
  await page.getByLabel("AVATAR_TRAINING_SUCCESS").check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^Saved/ })).toBeVisible();

  await expect(page.getByRole("heading", { level: 1 })).toContainText("/new?token=•••");
  expect(await (await api.get(`/v1/webhooks/${id}`)).json()).toMatchObject({
    callbackUrl: `${receiver.url}/new?token=1`,
    events: ["AVATAR_TRAINING_SUCCESS"],
  });
  await program.publish("AVATAR_TRAINING_SUCCESS");
  expect((await receiver.next()).path).toBe("/hook/new?token=1");
});

test("a paused webhook keeps its events until it is resumed", async ({
  page,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  await page.goto(`/webhooks/${id}/settings`);
  await page.getByRole("button", { name: "Pause webhook" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Paused." })).toBeVisible();
  await program.publish();

  await page.getByRole("link", { name: "Deliveries" }).last().click();
  const row = page.getByRole("row").filter({ hasText: "VIDEO_GENERATION_SUCCESS" });
  await expect(row).toContainText("Pending");
  await expect(row).toContainText("when resumed");
  expect(receiver.received).toEqual([]);

  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Resume webhook" }).click();
  await receiver.next();
  await page.getByRole("link", { name: "Deliveries" }).last().click();
  await expect(row).toContainText("Delivered");
  expect(receiver.received).toHaveLength(1);
});

test("deleting one takes it off the list and cancels what it waited for", async ({
  page,
  program,
  receiver,
}) => {
  receiver.answer(503);
  const id = await program.webhook(receiver.url);
  const delivery = await program.delivery(id, "pending");
  await receiver.next();
  await page.goto(`/webhooks/${id}/settings`);
  await page.getByRole("button", { name: "Delete webhook…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete this webhook?" });
  await expect(dialog).toContainText("1 pending delivery will be cancelled.");
  await dialog.getByRole("button", { name: "Delete webhook" }).click();

  await expect(page).toHaveURL("/webhooks");
  await expect(page.getByRole("row").filter({ hasText: receiver.url })).toHaveCount(0);
  await page.getByRole("navigation", { name: "Main" }).getByText("Deliveries").click();
  const row = page.getByRole("row").filter({ hasText: new URL(receiver.url).host });
  await expect(row).toContainText("Cancelled");
  await expect(row).toContainText("webhook deleted");
  await row.getByRole("link").first().click();
  await expect(page).toHaveURL(`/deliveries/${delivery}`);
  await expect(page.getByText("Its webhook was deleted")).toBeVisible();
});

function summary(page: Page) {
  return page.getByRole("alert").filter({ hasText: "There is a problem" });
}
