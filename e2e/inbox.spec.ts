import type { Page, Response, Route } from "@playwright/test";
import { expectAccessible } from "./axe";
import { expect, test } from "./fixtures";
import { holdAnswer } from "./hold-answer";

test("a bin shows each request as it comes, with its body and the verdict on its signature", async ({
  page,
  program,
}) => {
  await page.goto("/inbox");
  await page.getByRole("button", { name: "New bin" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New bin" });
  await dialog.getByLabel("Name").fill("Rehearsal");
  await dialog.getByRole("button", { name: "Create bin" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Rehearsal" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No requests yet" })).toBeVisible();
  const url = await page.getByText("http://inbox.postback.internal/").first().innerText();

  await program.webhook(url);
  await program.publish();

  const requests = page.getByRole("region", { name: "Requests" });
  await expect(requests.getByRole("button", { name: /#1 POST/ })).toContainText("Signature valid");
  await expect(page.getByText("The signature is valid")).toBeVisible();
  await expect(page.getByRole("region", { name: "request body" })).toContainText(
    '"event": "VIDEO_GENERATION_SUCCESS"',
  );
  await expect(page.getByRole("table", { name: "Request headers" })).toContainText(
    "webhook-signature",
  );
  await program.publish();
  await expect(requests.getByRole("button", { name: /#2 POST/ })).toBeVisible();
  await requests.getByRole("button", { name: /#1 POST/ }).click();
  await expect(page).toHaveURL(/\?r=1$/);
  await expectAccessible(page);

  // Far down a long list, the chosen request is still in view: beside the list, and below it on a phone.
  for (let n = 3; n <= 14; n++) await program.publish();
  await expect(requests.getByRole("button", { name: /#14 POST/ })).toBeVisible();
  await requests.getByRole("button", { name: /#2 POST/ }).click();
  await expect(page.getByRole("heading", { name: "Request 2" })).toBeInViewport();
  await page.setViewportSize({ width: 390, height: 700 });
  await requests.getByRole("button", { name: /#14 POST/ }).click();
  await expect(page.getByRole("heading", { name: "Request 14" })).toBeInViewport();

  await requests.getByRole("button", { name: "Clear requests" }).click();
  await expect(page.getByRole("heading", { name: "No requests yet" })).toBeVisible();
});

test("deliveries get the configured responses and fail as configured", async ({
  page,
  api,
  program,
}) => {
  const made = await api.post("/v1/inbox/bins", { data: { name: "Moody" } });
  const bin = await made.json();
  const webhook = await program.webhook(bin.url);
  await page.goto(`/inbox/${bin.id}`);
  const failing = saved(page);
  await page.getByRole("button", { name: "Fail twice, then succeed" }).click();
  await expect(page.getByRole("heading", { name: "Answers 503 twice, then 200" })).toBeVisible();
  await failing;

  await program.publish();
  await expect
    .poll(async () => (await program.deliveriesTo(webhook))[0])
    .toMatchObject({ status: "delivered", attempts: 3 });
  await expect(page.getByRole("heading", { name: "Answers 200" })).toBeVisible();

  const away = { status: 503, json: { code: 50300, message: "The database does not answer." } };
  const broken = (route: Route) =>
    route.request().method() === "PUT" ? route.fulfill(away) : route.fallback();
  await page.route(`**/v1/inbox/bins/${bin.id}`, broken);
  await page.getByRole("radio", { name: "500 Server error" }).click();
  await expect(page.getByText("Could not change the answer: The database")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Answers 200" })).toBeVisible();
  await page.unroute(`**/v1/inbox/bins/${bin.id}`, broken);

  const { held, release } = await holdAnswer(page, `**/v1/inbox/bins/${bin.id}`, "PUT");
  const sent: (string | null)[] = [];
  page.on("request", (request) => request.method() === "PUT" && sent.push(request.postData()));
  await page.getByRole("radio", { name: "500 Server error" }).click();
  await held;
  await page.getByRole("radio", { name: "410 Gone" }).click();
  await expect(page.getByRole("heading", { name: "Answers 410" })).toBeVisible();
  // Sent at once, it could be overtaken by the one before.
  expect(sent).toHaveLength(1);
  const gone = page.waitForResponse((answer) => !!answer.request().postData()?.includes("410"));
  release();
  await gone;
  await expect(page.getByRole("heading", { name: "Answers 410" })).toBeVisible();
  await program.delivery(webhook, "failed");
  const settings = await api.get(`/v1/webhooks/${webhook}/settings`);
  expect(await settings.json()).toMatchObject({ paused: true });
});

test("a webhook to a bin is two clicks away, and a bin can be deleted", async ({ page, api }) => {
  const bin = await (await api.post("/v1/inbox/bins", { data: { name: "Brief" } })).json();
  await page.goto(`/inbox/${bin.id}`);
  await page.getByRole("link", { name: "Create a webhook to this bin" }).click();
  await expect(page.getByLabel("Callback URL")).toHaveValue(bin.url);
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByText("Webhook created")).toBeVisible();

  await page.goto(`/inbox/${bin.id}`);
  await page.getByRole("button", { name: "Delete bin" }).click();
  await page.getByRole("button", { name: "Confirm delete" }).click();
  await expect(page).toHaveURL("/inbox");
  expect((await api.get(`/v1/inbox/bins/${bin.id}`)).status()).toBe(404);
});

/** The selection is visible before it is saved. */
function saved(page: Page): Promise<Response> {
  return page.waitForResponse((answer) => answer.request().method() === "PUT");
}
