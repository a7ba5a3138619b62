import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { expect, test } from "./fixtures";

test("filters live in the address and survive a reload and the way back", async ({
  page,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  await program.delivery(id, "delivered");
  await page.goto("/deliveries");
  await page.getByRole("button", { name: "Status" }).click();
  await page.getByRole("checkbox", { name: "Delivered" }).check();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Webhook", exact: true }).click();
  await page.getByRole("checkbox", { name: receiver.url }).check();
  await page.keyboard.press("Escape");

  const address = `/deliveries?status=delivered&webhook=${id}`;
  await expect(page).toHaveURL(address);
  const chosen = page.getByRole("button", { name: "Status: Delivered", exact: true });
  await page.reload();
  await expect(page).toHaveURL(address);
  await expect(chosen).toBeVisible();

  await page
    .getByRole("row")
    .filter({ hasText: new URL(receiver.url).host })
    .getByRole("link")
    .first()
    .click();
  const panel = page.getByRole("complementary", { name: "Delivery" });
  await expect(panel.getByRole("heading", { level: 2 }).first()).toContainText(
    "VIDEO_GENERATION_SUCCESS",
  );
  await page.goBack();
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL(address);
  await expect(chosen).toBeVisible();
  await page.getByRole("button", { name: "Remove filter Status: Delivered" }).click();
  await expect(page).toHaveURL(`/deliveries?webhook=${id}`);
});

test("a view without matches shows an empty state with a reset button", async ({
  page,
  program,
  receiver,
}) => {
  await program.delivery(await program.webhook(receiver.url), "delivered");
  await page.goto(`/deliveries?status=cancelled&webhook=${randomUUID()}`);
  await expect(page.getByRole("heading", { name: "No delivery matches" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL("/deliveries");
  await expect(page.getByRole("row").filter({ hasText: new URL(receiver.url).host })).toBeVisible();
});

const broken = [
  "status=nonsense",
  "status=delivered,bogus",
  "status=&status=failed",
  "status[]=failed",
  "event=%00",
  "event=%F0%28%8C%28",
  "webhook=not-a-uuid",
  "webhook='%20or%201=1",
  "since=99y",
  "cursor=xyz",
];
test("the log stays readable with nonsense in its address", async ({ page }) => {
  for (const query of broken) {
    const answer = await page.goto(`/deliveries?${query}`);
    expect.soft(answer?.status(), query).toBe(200);
    const title = page.getByRole("heading", { level: 1, name: "Deliveries" });
    await expect.soft(title, query).toBeVisible();
    await expect.soft(page.getByRole("main").getByRole("alert"), query).toHaveCount(0);
  }
});

test("older deliveries come page by page, each once", async ({ page, program, receiver }) => {
  const id = await program.webhook(receiver.url);
  await program.publishMany(53);
  await page.goto(`/webhooks/${id}/deliveries`);
  const links = page.getByRole("row").getByRole("link", { name: /VIDEO_GENERATION_SUCCESS/ });
  const seen = new Set<string | null>();
  const look = async () => {
    await page.mouse.wheel(0, 400);
    const all = await links.evaluateAll((rows) => rows.map((row) => row.getAttribute("href")));
    for (const address of all) seen.add(address);
    expect(new Set(all).size).toBe(all.length);
    return seen.size;
  };
  await expect.poll(look).toBe(53);
  await expect(page.getByText("53 deliveries shown, end of list")).toBeVisible();
});

test("a resend shows as queued, and its result only once the receiver has answered", async ({
  page,
  program,
  receiver,
}) => {
  const delivery = await program.delivery(await program.webhook(receiver.url), "delivered");
  const held = new Promise<ServerResponse>((resolve) => receiver.answer(resolve, 200));
  await page.goto(`/deliveries/${delivery}`);
  await page.getByRole("button", { name: "Resend" }).click();
  await page.getByRole("button", { name: "Send now" }).click();

  const status = page.getByRole("status").filter({ hasText: /Queued|request is in progress/ });
  const response = await held;
  await expect(status).toBeVisible();
  await expect(page.getByText("Attempt 2 is being sent")).toBeVisible();
  await expect(page.getByRole("button", { name: "Resend" })).toBeDisabled();

  response.writeHead(202).end("taken");
  await expect(page.getByRole("status").filter({ hasText: "Attempt 2: HTTP 202" })).toBeVisible();
  await expect(page.getByRole("button", { name: /Attempt 2.*manual resend/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "response body" })).toHaveText("taken");
});

for (const [what, id] of Object.entries({ unknown: randomUUID(), malformed: "not-a-uuid" })) {
  test(`a delivery whose id is ${what} is a 404 page with a way out`, async ({ page }) => {
    const answer = await page.goto(`/deliveries/${id}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "No delivery with this id" })).toBeVisible();
    await expect(page.getByText("retention period of 30 days")).toBeVisible();
    await expect(page.getByText("404", { exact: true })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Deliveries" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Deliveries" })).toBeVisible();
  });
}
