import { randomUUID } from "node:crypto";
import { expectAccessible } from "./axe";
import { expect, test } from "./fixtures";
import { holdAnswer } from "./hold-answer";

const finder = { name: "Search or paste an id" };

test("the palette finds resources by id and requests no missing ones", async ({
  page,
  program,
  api,
  receiver,
}) => {
  const webhook = await program.webhook(receiver.url);
  const event = await program.publish();
  const [delivery] = await program.deliveriesTo(webhook);
  const [requestId, nobodys] = [`request-${randomUUID()}`, randomUUID()];
  const draft = { name: `key ${randomUUID()}`, scopes: ["events:write"] };
  const headers = { "x-request-id": requestId };
  const issued = await (await api.post("/v1/api-keys", { data: draft, headers })).json();
  const leadsTo = {
    [delivery!.id]: `/deliveries/${delivery!.id}`,
    [event]: `/events/published/${event}`,
    [webhook]: `/webhooks/${webhook}/deliveries`,
    [issued.key]: `/keys?key=${issued.id}`,
    [requestId]: `/audit?request=${requestId}`,
    [nobodys]: `/deliveries?q=${nobodys}`,
  };
  const failed: string[] = [];
  page.on("response", (answer) => answer.status() >= 400 && failed.push(answer.url()));
  await page.goto("/events");
  for (const [id, address] of Object.entries(leadsTo)) {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", finder)).toBeFocused();
    await page.keyboard.insertText(id);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(address);
    await expect(page.getByRole("combobox", finder)).toHaveCount(0);
  }
  expect(failed).toEqual([]);
});

test("the palette lists unhealthy webhooks in the order of the list, the longest first", async ({
  page,
  program,
  receiver,
}) => {
  receiver.answer(503);
  for (const path of ["first", "second", "third"]) {
    await program.attempted(await program.webhook(`${receiver.url}/${path}`));
  }
  const inOrder = [/first/, /second/, /third/];
  await page.goto("/webhooks");
  await expect(page.getByRole("row").filter({ hasText: "Degraded" })).toHaveText(inOrder);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("option").filter({ hasText: "Degraded" })).toHaveText(inOrder);

  // "Publish event" is found by these words, too, but its name does not have them.
  await page.getByRole("combobox", finder).fill("send test");
  await expect(page.getByRole("option").first()).toHaveAccessibleName(/^Send test/);
});

test("the palette goes to pages and does things, by arrows and by pointer", async ({ page }) => {
  await page.goto("/webhooks");
  await page.getByRole("button", finder).click();
  const field = page.getByRole("combobox", finder);
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.fill("key");
  await expect(page.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option").first()).toHaveAttribute("aria-selected", "false");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/keys");

  await page.keyboard.press("Control+k");
  await field.fill("dark");
  await page.getByRole("option", { name: "Dark theme" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Escape");
  await expect(field).toHaveCount(0);
});

test("Enter means the text that was there: another text is only searched", async ({ page }) => {
  const { held, release } = await holdAnswer(page, /\/v1\/deliveries\?.*unknown-1/);
  await page.goto("/webhooks");
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", finder);
  await field.fill("unknown-1");
  await page.keyboard.press("Enter");
  await held;
  await field.fill("api keys");
  const first = page.getByRole("option").first();
  await expect(first).toHaveAccessibleName("API keys");
  await page.keyboard.press("ArrowDown");
  await expect(first).toHaveAttribute("aria-selected", "false");
  release();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/keys");
});

test("an action of the palette is done once, and leads nowhere if the palette is closed meanwhile", async ({
  page,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/\/test$|^\/deliveries\/./.test(pathname)) asked.push(pathname);
  });
  const { held, release } = await holdAnswer(page, `**/v1/webhooks/${id}/test`, "POST");
  await page.goto("/webhooks/new");
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", finder);
  await field.fill("send test to");
  await expect(page.getByRole("option").first()).toHaveAccessibleName(/^Send test to/);
  await page.keyboard.press("Enter");
  await held;
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(field).toHaveCount(0);
  const answered = page.waitForResponse(`**/v1/webhooks/${id}/test`);
  release();
  await (await answered).finished();
  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  expect(asked).toEqual([`/v1/webhooks/${id}/test`]);
});

test("the palette pauses a webhook by its name, shows it, and remembers it", async ({
  page,
  program,
  api,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  const label = `Studio ${randomUUID()}`;
  await api.put(`/v1/webhooks/${id}/settings`, { data: { label } });
  const labels = await holdAnswer(page, /\/v1\/webhook-settings/);
  await page.goto("/keys");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", finder).fill(`pause ${label}`);
  await labels.held;
  await expect(page.getByRole("option")).toHaveText([/^Search deliveries for/]);
  await page.keyboard.press("Enter");
  labels.release();
  await expect(page).toHaveURL(new RegExp(`/webhooks/${id}`));
  const settings = await api.get(`/v1/webhooks/${id}/settings`);
  expect(await settings.json()).toMatchObject({ paused: true });
  const result = page.getByRole("status").filter({ hasText: `Paused ${label}.` });
  await result.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("main").getByRole("button", { name: "Pause" })).toBeVisible();
  await expect(result).toHaveCount(0);
  const undone = await api.get(`/v1/webhooks/${id}/settings`);
  expect(await undone.json()).toMatchObject({ paused: false });

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", finder).fill(`pause ${label}`);
  await page.getByRole("option", { name: new RegExp(`^Pause ${label}`) }).click();
  await expect(result.getByRole("button", { name: "Undo" })).toBeVisible();
  // What the page has resumed meanwhile is not paused any more.
  await page.getByRole("main").getByRole("button", { name: "Resume" }).click();
  await expect(page.getByRole("main").getByRole("button", { name: "Pause" })).toBeVisible();
  await expect(result).toHaveCount(0);
  // A page is remembered a second after it was opened.
  await expect.poll(() => page.evaluate(() => localStorage.getItem("recent"))).toContain(label);

  await page.goto("/system");
  await page.keyboard.press("Control+k");
  const recent = page.getByRole("group", { name: "Recent" });
  await recent.getByRole("option", { name: label }).click();
  await expect(page).toHaveURL(new RegExp(`/webhooks/${id}`));
});
