import type { Dialog, Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { expect, test } from "./fixtures";

test("missing values are reported at the field and in a focused summary", async ({ page }) => {
  await page.goto("/webhooks/new");
  await expect(page.getByText("Everything else is retried: 10 attempts in")).toBeVisible();
  await page.getByRole("button", { name: "None" }).click();
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

  // An error that comes back while typing does not take the focus.
  await events.getByRole("checkbox").first().check();
  await field.fill("https://a.b");
  await expect(summary(page)).toHaveCount(0);
  for (const _ of "//a.b") await page.keyboard.press("Backspace");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(summary(page)).toBeVisible();
  await page.keyboard.type("//c.d");
  await expect(field).toHaveValue("https://c.d");

  const advanced = page.getByText("Label, timeout, limits, headers");
  const timeout = page.getByLabel("Timeout in seconds");
  await advanced.click();
  await timeout.fill("31");
  await advanced.click();
  await expect(timeout).toBeHidden();
  await page.getByRole("button", { name: "Create webhook" }).click();
  await summary(page).getByRole("button", { name: /30/ }).click();
  await expect(timeout).toBeFocused();
});

test("what was typed is not lost without a question", async ({ page }) => {
  const questions: string[] = [];
  const stay = (dialog: Dialog) => {
    questions.push(dialog.message());
    void dialog.dismiss();
  };
  page.on("dialog", stay);
  await page.goto("/webhooks");
  await page.getByRole("main").getByRole("link", { name: "New webhook" }).click();
  const field = page.getByLabel("Callback URL");
  await field.fill("ftp://half.typed");
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(page).toHaveTitle("Error: New webhook · Postback");
  await page.locator("a[href='#main']").press("Enter");
  await expect(page).toHaveURL("/webhooks/new#main");
  expect(questions).toEqual([]);

  const keys = page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "API keys" });
  await keys.click();
  expect(questions).toHaveLength(1);
  await page.getByRole("button", { name: "Use built-in inbox" }).focus();
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await expect.poll(() => questions).toHaveLength(2);
  await page.evaluate(() => window.history.go(-2));
  await expect.poll(() => questions).toHaveLength(3);
  await expect(page).toHaveURL("/webhooks/new#main");
  await expect(field).toHaveValue("ftp://half.typed");

  page.off("dialog", stay);
  page.once("dialog", (dialog) => void dialog.accept());
  await keys.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("API keys");
  await expect(page).toHaveTitle("API keys · Postback");
});

test("server-side errors appear at the callback URL", async ({ page, api }) => {
  await page.goto("/webhooks/new");
  await page.getByLabel("Callback URL").fill("http://10.0.0.1/");
  const refused = page.waitForResponse((answer) => answer.request().method() === "POST");
  await page.getByRole("button", { name: "Create webhook" }).click();

  expect(await (await refused).json()).toMatchObject({ code: 40002 });
  await expect(summary(page)).toBeFocused();
  await expect(page.getByLabel("Callback URL")).toHaveAccessibleDescription(/Error: .*address/);
  expect(await (await api.get("/v1/webhooks")).json()).toEqual([]);
});

test("J9: a new webhook keeps its secret and its test over a reload, until Done", async ({
  page,
  api,
  receiver,
}) => {
  await page.goto("/webhooks");
  await page.getByRole("link", { name: "New webhook" }).click();
  await page.getByLabel("Callback URL").fill(receiver.url);
  await page.getByRole("button", { name: "Create webhook" }).click();
  const panel = page.getByRole("main").locator("section", { hasText: "Webhook created" }).first();
  await expect(panel.getByText("HTTP 200")).toBeVisible();
  const { headers } = await receiver.next();
  expect(headers["webhook-signature"]).toMatch(/^v1,/);
  const [made] = await (await api.get("/v1/webhooks")).json();
  const { secret } = await (await api.get(`/v1/webhooks/${made.id}/secret`)).json();
  await expect(page).toHaveURL(`/webhooks/${made.id}`);
  await expect(panel.getByText(secret)).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await expect(panel.getByText(secret)).toBeVisible();
  await expect(panel.getByText("HTTP 200")).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(secret);
  await page.getByRole("button", { name: "Send another test" }).click();
  await receiver.next();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(secret)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Details" })).toBeVisible();
  await expect(page.getByText("Webhook created")).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL("/webhooks");
});

test("a URL is checked before saving, with a warning about duplicates", async ({
  page,
  program,
  receiver,
}) => {
  await program.webhook(receiver.url);
  await page.goto(
    `/webhooks/new?url=${encodeURIComponent(receiver.url)}&events=AVATAR_TRAINING_FAILED`,
  );
  await expect(page.getByLabel("AVATAR_TRAINING_FAILED")).toBeChecked();
  await expect(page.getByLabel("VIDEO_GENERATION_SUCCESS")).not.toBeChecked();
  await expect(page.getByText("Another webhook has the same URL")).toBeVisible();
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByText(/answered 200 to OPTIONS/)).toBeVisible();
  await page.getByText("Label, timeout, limits, headers").click();
  await page.getByLabel("Timeout in seconds").fill("31");
  await page.getByLabel("Headers").fill("host: mine");
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(summary(page)).toContainText("1 to 30 seconds");
  await expect(summary(page)).toContainText("Headers: This header is the sender's own");
  await expectAccessible(page);

  await page.getByLabel("Timeout in seconds").fill("5");
  await page.getByLabel("Headers").fill("x-tenant: 7");
  await page.getByLabel("Label").fill("Studio");
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByText("Webhook created")).toBeVisible();

  await page.goto("/webhooks");
  await expect(page.getByRole("link", { name: "Duplicate of another webhook" })).toHaveCount(2);
  await page.getByRole("link", { name: "Studio" }).click();
  await page.getByRole("link", { name: "Settings" }).last().click();
  await expect(page.getByLabel("Headers")).toHaveValue("x-tenant: 7");
  await expect(page.getByLabel("Timeout in seconds")).toHaveValue("5");
});

function summary(page: Page) {
  return page.locator("form").getByRole("alert");
}
