import { expectAccessible, linksInText } from "./axe";
import { expect, test } from "./fixtures";
import type { Program } from "./program";

test("an incident shows webhook and start, and one click opens its deliveries", async ({
  page,
  program,
  receiver,
}) => {
  receiver.answer(503);
  const id = await failingWebhook(program, receiver.url);
  await page.goto("/");
  const card = page.getByRole("article").filter({ hasText: host(receiver.url) });
  await expect(card).toContainText(/HTTP 503 · since \d/);
  await expect(card).toContainText("6 waiting");
  await expect(card.getByRole("button", { name: /^Retry all 6/ })).toBeVisible();
  await expect(
    card.getByRole("heading", { level: 3, name: `${host(receiver.url)}/hook`, exact: true }),
  ).toBeVisible();
  expect((await card.boundingBox())!.height).toBeLessThanOrEqual(88);
  await expectAccessible(page);

  await card.getByRole("link", { name: /open its undelivered deliveries/ }).click();
  await expect(page).toHaveURL(/^[^?]*\/deliveries\?/);
  const query = new URL(page.url()).searchParams;
  expect(query.get("webhook")).toBe(id);
  await expect(page.getByRole("heading", { level: 1, name: "Deliveries" })).toBeVisible();
  await expect(page.getByText("6 matches", { exact: true }).first()).toBeVisible();
});

test("at most five incidents are listed above the chart, and a link leads to the others", async ({
  page,
  program,
  receiver,
}) => {
  receiver.answer(503);
  await page.setViewportSize({ width: 1280, height: 800 });
  for (let n = 1; n <= 6; n++) await program.webhook(`${receiver.url}/${n}`);
  for (let n = 0; n < 6; n++) await program.publish();
  await page.goto("/");
  await expect(page.getByRole("article")).toHaveCount(5);
  expect((await page.getByRole("figure").boundingBox())!.y).toBeLessThan(560);
  await page.getByRole("link", { name: "Show all 6 webhooks with an incident" }).click();
  await expect(page).toHaveURL(/\/webhooks\?status=incident/);
  await expect(page.getByRole("row").filter({ hasText: host(receiver.url) })).toHaveCount(6);
});

test("webhooks that were paused on their cards stay paused there, without being counted, until they are resumed", async ({
  page,
  program,
  receiver,
}) => {
  receiver.answer(503);
  for (let n = 1; n <= 7; n++) await program.webhook(`${receiver.url}/${n}`);
  for (let n = 0; n < 6; n++) await program.publish();
  await page.goto("/");
  await expect(
    page.getByRole("link", { name: "Show all 7 webhooks with an incident" }),
  ).toBeVisible();
  const card = page.getByRole("article").first();
  const next = page.getByRole("article").nth(1);
  await card.getByRole("button", { name: /^Pause/ }).click();
  await expect(card).toContainText("Paused");
  await next.getByRole("button", { name: /^Pause/ }).click();
  await expect(next).toContainText("Paused");
  await expect(card).toContainText("Paused");
  await expect(
    page.getByRole("link", { name: "Show all 5 webhooks with an incident" }),
  ).toBeVisible();
  receiver.answer(200);
  await card.getByRole("button", { name: /^Resume/ }).click();
  await expect(card).toContainText("Incident ended");
  await expect(card.getByRole("button", { name: /^Retry all/ })).toHaveCount(0);
  await expect(next).toContainText("Paused");
});

test("where unfinished deliveries are not counted by event type, the card says so", async ({
  page,
  program,
  receiver,
}) => {
  receiver.answer(503);
  await failingWebhook(program, receiver.url);
  await page.goto("/");
  const card = page.locator("section").filter({ hasText: /^By event type/ });
  await expect(card).toContainText("6 retrying");
  await page.route("**/v1/stats?*", async (route) => {
    const answer = await route.fetch();
    const stats = await answer.json();
    for (const event of stats.events) {
      delete event.waiting;
      delete event.pending;
    }
    await route.fulfill({ json: stats });
  });
  await page.getByRole("button", { name: /\(1h\)/ }).click();
  await expect(card).toContainText("Without 6 unfinished deliveries");
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("the names of event types are whole beside large numbers", async ({
  page,
  program,
  receiver,
}) => {
  await program.delivery(await program.webhook(receiver.url), "delivered");
  await page.route("**/v1/stats?*", async (route) => {
    const answer = await route.fetch();
    const stats = await answer.json();
    for (const event of stats.events)
      event.delivered = route.request().url().includes("1h") ? 99_999 : 417_500;
    await route.fulfill({ json: stats });
  });
  await page.goto("/");
  const line = page
    .locator("section")
    .filter({ hasText: /^By event type/ })
    .getByRole("link", { name: "VIDEO_GENERATION_SUCCESS" });
  const name = line.getByText("VIDEO_GENERATION_SUCCESS");
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [range, words] of [
      ["(1h)", "99,999 delivered"],
      ["(7d)", "417.5K delivered"],
    ] as const) {
      await page.getByRole("button", { name: range }).click();
      await expect(line).toContainText(words);
      const hidden = await name.evaluate(
        ({ parentElement }) => parentElement!.scrollWidth - parentElement!.clientWidth,
      );
      expect(hidden, `${words} at ${width} px`).toBe(0);
    }
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("a pause that fails says why below the card's line, and moves nothing in it", async ({
  page,
  program,
  receiver,
}) => {
  receiver.answer(503);
  const id = await failingWebhook(program, receiver.url);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/");
  const message =
    "The database does not answer. The request may still take effect; check before you repeat it.";
  await page.route(`**/v1/webhooks/${id}/settings`, (route) =>
    route.request().method() === "PUT"
      ? route.fulfill({ status: 503, json: { code: 50300, message } })
      : route.continue(),
  );
  const card = page.getByRole("article").filter({ hasText: host(receiver.url) });
  const pause = card.getByRole("button", { name: /^Pause/ });
  const before = (await pause.boundingBox())!;
  await pause.click();
  await expect(card.getByRole("alert")).toHaveText(message);
  expect((await card.getByRole("alert").boundingBox())!.height).toBeLessThan(30);
  expect((await pause.boundingBox())!.y).toBe(before.y);
});

test("a webhook in trouble is paused from its card, and resumed from where the card was", async ({
  page,
  api,
  program,
  receiver,
}) => {
  receiver.answer(503);
  const id = await failingWebhook(program, receiver.url);
  await page.goto("/");
  const name = host(receiver.url);
  const card = page.getByRole("article").filter({ hasText: name });
  await card.getByRole("button", { name: `Pause ${name}` }).click();
  await expect(card).toContainText("Paused");
  await expect(card).toContainText(/HTTP 503 · failing since \d/);
  const paused = async () => (await (await api.get(`/v1/webhooks/${id}/settings`)).json()).paused;
  expect(await paused()).toBe(true);
  await card.getByRole("button", { name: `Resume ${name}` }).click();
  await expect(card.getByRole("button", { name: `Pause ${name}` })).toBeVisible();
  expect(await paused()).toBe(false);

  await card.getByRole("button", { name: `Pause ${name}` }).click();
  await expect(card).toContainText("Paused");
  // Another person resumes it.
  await api.put(`/v1/webhooks/${id}/settings`, { data: { paused: false } });
  await card.getByRole("button", { name: `Pause ${name}` }).click();
  await expect(card).toContainText("Paused");
  await page.mouse.move(1, 1);
  await page.getByRole("heading", { level: 1 }).click();
  await expect(card).toHaveCount(0);
  await page.getByRole("button", { name: `Resume ${name}` }).click();
  await expect(card).toBeVisible();
});

test("a webhook that a person paused is named below the incidents, and in the header", async ({
  page,
  api,
  program,
  receiver,
}) => {
  receiver.answer(503);
  const id = await failingWebhook(program, receiver.url);
  await api.put(`/v1/webhooks/${id}/settings`, { data: { paused: true } });
  await page.goto("/");
  await expect(page.getByText("No incidents.")).toBeVisible();
  await expect(
    page.getByText("1 webhook paused manually. Its deliveries wait until it is resumed."),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Health: 1 paused" })).toBeVisible();
  await expectAccessible(page, linksInText);

  await page.getByRole("link", { name: "1 webhook", exact: true }).click();
  await expect(page.getByRole("row", { name: host(receiver.url) })).toBeVisible();
});

function host(url: string): string {
  return new URL(url).host;
}

/** Six deliveries that failed once. */
async function failingWebhook(program: Program, url: string): Promise<string> {
  const id = await program.webhook(url);
  for (let n = 0; n < 6; n++) await program.publish();
  const attempted = async () =>
    (await program.deliveriesTo(id)).filter(({ attempts }) => attempts > 0).length;
  await expect.poll(attempted).toBe(6);
  return id;
}
