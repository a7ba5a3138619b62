import type { Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import type { Received } from "@/tests/receiver";
import { expect, test } from "./fixtures";

test("a webhook created by the form gets a signed event, a retry after a 500, and live log rows", async ({
  page,
  api,
  receiver,
}) => {
  receiver.answer({ status: 500, body: "not now" }, { status: 200, body: '{"thanks":true}' });
  await createByForm(page, `${receiver.url}?token=letmein&a=%2F`);
  const secret = await revealSecret(page);

  await page.getByRole("navigation", { name: "Main" }).getByText("Deliveries").click();
  await expect(page.getByRole("heading", { level: 1, name: "Deliveries" })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const data = '{ "videoId":"video-1", "extras":{"plan":"é\\u00e9"}, "length":1.0 }';
  const published = await api.post("/v1/events", {
    headers: { "content-type": "application/json" },
    data: `{"event":"VIDEO_GENERATION_SUCCESS","data":${data}}`,
  });
  expect(published.status()).toBe(202);

  const row = page.getByRole("row").filter({ hasText: new URL(receiver.url).host });
  await expect(row).toContainText("Retrying");
  await expect(row).toContainText("HTTP 500");
  await expect(row).toContainText("Delivered");
  await expect(row.getByRole("link").first()).toHaveAccessibleName(
    /Delivered.*HTTP 200, 2 attempts/,
  );
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);

  const [first, second] = await receiver.waitFor(2);
  for (const request of [first!, second!]) {
    expect(request.path).toBe("/hook?token=letmein&a=%2F");
    expect(request.body).toBe(`{"event":"VIDEO_GENERATION_SUCCESS","data":${data}}`);
    expect(() => verify(secret, request)).not.toThrow();
  }
  expect(first!.headers["webhook-id"]).toBe((await published.json()).id);
  expect(second!.headers["webhook-id"]).toBe(first!.headers["webhook-id"]);

  await row.getByRole("link").first().click();
  await expectBothAttempts(page, receiver.url, first!.body);
});

async function createByForm(page: Page, callbackUrl: string): Promise<void> {
  await page.goto("/webhooks");
  await page.getByRole("main").getByRole("link", { name: "New webhook" }).click();
  await page.getByLabel("Callback URL").fill(callbackUrl);
  await page.getByLabel("Send a test event").uncheck();
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByRole("heading", { name: "Webhook created" })).toBeVisible();
}

async function revealSecret(page: Page): Promise<string> {
  const secret = page.getByText(/^whsec_[\w+/]{40,}=*$/);
  await expect(secret).toBeVisible();
  return (await secret.textContent()) ?? "";
}

function verify(secret: string, { body, headers }: Received): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

async function expectBothAttempts(page: Page, url: string, body: string): Promise<void> {
  const attempts = page.getByRole("region", { name: "Attempts" });
  await expect(attempts.getByRole("button", { name: /Attempt 2\D*HTTP 200/ })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await page.getByRole("button", { name: "Raw request body" }).click();
  await expect(page.getByRole("region", { name: "request body" })).toHaveText(body);
  await expect(page.getByText(`${body.length + 1} B, exact bytes sent`)).toBeVisible();
  await expect(page.getByRole("region", { name: "response body" })).toContainText('"thanks": true');

  await attempts.getByRole("button", { name: /Attempt 1\D*HTTP 500/ }).click();
  await expect(page).toHaveURL(/att=1/);
  await expect(page.getByRole("heading", { name: "Response" })).toBeFocused();
  await expect(page.getByRole("region", { name: "response body" })).toHaveText("not now");
  await page.reload();
  const shown = page.getByRole("region", { name: "Attempt 1", exact: true });
  await expect(shown).toContainText("HTTP 500");
  await expect(shown).toContainText(`POST ${url}`);
  await shown.locator("summary", { hasText: "Request headers" }).click();
  await expect(
    page
      .getByRole("table", { name: "Request headers" })
      .getByRole("row", { name: /webhook-signature v1,/ }),
  ).toBeVisible();
}

test("attempts can be navigated by keyboard and compared", async ({ page, program, receiver }) => {
  receiver.answer(
    { status: 500, headers: { "x-node": "a" }, body: '{"queue":1,"node":"a"}' },
    { status: 200, body: '{"queue":2,"done":true}' },
  );
  const delivery = await program.delivery(await program.webhook(receiver.url), "delivered");
  await page.goto(`/deliveries/${delivery}`);
  await expect(page.getByRole("region", { name: "response body" })).toBeVisible();
  await page.keyboard.press("[");
  await expect(page.getByRole("button", { name: /Attempt 1/ })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await page.keyboard.press("]");
  await expect(page).toHaveURL(`/deliveries/${delivery}`);
  await page.keyboard.press("3");
  await expect(page.locator("summary", { hasText: "Timing" })).toBeFocused();
  await expect(page.getByRole("row", { name: /^First byte/ })).toBeVisible();

  await page.getByRole("link", { name: "Compare attempts" }).click();
  await expect(page).toHaveURL(`/deliveries/${delivery}/compare`);
  const body = page.getByRole("table", { name: "Changes of the response body" });
  await expect(body.getByRole("row", { name: "Changed queue 1 2" })).toBeVisible();
  await expect(body.getByRole("row", { name: 'Removed node "a"' })).toBeVisible();
  await expect(body.getByRole("row", { name: "Added done – true" })).toBeVisible();
  await expect(
    page
      .getByRole("table", { name: "Changes of the response headers" })
      .getByRole("row", { name: "Removed x-node a" }),
  ).toBeVisible();
});

test("other receivers of the event are one click away", async ({ page, program, receiver }) => {
  const first = await program.webhook(receiver.url);
  await program.webhook(`${receiver.url}/second`);
  const delivery = await program.delivery(first, "delivered");
  await page.goto(`/deliveries/${delivery}`);
  const siblings = page.getByRole("navigation", { name: "Deliveries of the same event" });
  await expect(siblings.getByRole("link", { name: "Also sent to 1 other webhook" })).toBeVisible();
  await siblings.getByRole("link", { name: /second/ }).click();
  await expect(page.getByRole("link", { name: `${receiver.url}/second` })).toBeVisible();
});

test("a delivery that cannot be resent shows the reason", async ({
  page,
  api,
  program,
  receiver,
}) => {
  const webhook = await program.webhook(receiver.url);
  const delivery = await program.delivery(webhook, "delivered");
  await api.delete(`/v1/webhooks/${webhook}`);
  await page.goto(`/deliveries/${delivery}`);
  await expect(page.getByText("Cannot resend: the webhook was deleted.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Resend" })).toBeDisabled();
});

test("a delivery that an open circuit holds back says so, and can be tried at once", async ({
  page,
  api,
  program,
  receiver,
}) => {
  receiver.answer(503);
  const webhook = await program.webhook(receiver.url);
  for (let n = 0; n < 12; n++) await program.publish();
  const health = async () => (await api.get(`/v1/webhooks/${webhook}/health`)).json();
  await expect.poll(async () => (await health()).restsUntil).toBeDefined();
  await program.publish();
  const untried = async () =>
    (await program.deliveriesTo(webhook)).find(({ attempts }) => attempts === 0)?.id;
  await expect.poll(untried).toBeDefined();
  await page.goto(`/deliveries/${await untried()}`);
  await expect(page.getByText("Held back: the webhook's circuit is open")).toBeVisible();
  await page.getByRole("button", { name: "Try now" }).click();
  await expect(page.getByText("Will be sent in five seconds.", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Send now" }).click();
  await expect(page.getByText("1 attempt failed: receiver error (HTTP 503)")).toBeVisible();
  await expect(page.getByText("Then resend")).toHaveCount(0);
  await expect(page.getByText("the webhook's circuit is open")).toBeVisible();
});

test("a delivery to a paused webhook waits for a person, not for a probe or a retry", async ({
  page,
  api,
  program,
  receiver,
}) => {
  const webhook = await program.webhook(receiver.url);
  await api.put(`/v1/webhooks/${webhook}/settings`, { data: { paused: true } });
  await program.publish();
  const [waiting] = await program.deliveriesTo(webhook);
  await page.goto(`/deliveries/${waiting?.id}`);
  await expect(page.getByText("Held back: the webhook is paused")).toBeVisible();
  const next = page.getByRole("listitem").filter({ hasText: "Attempt 1 queued" });
  await expect(next).toContainText("when resumed");

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/deliveries?webhook=${webhook}`);
  const cell = page.getByRole("cell").filter({ hasText: "when resumed" });
  const hidden = await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(hidden).toBe(0);
});
