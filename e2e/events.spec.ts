import { randomUUID } from "node:crypto";
import { expect, test } from "./fixtures";

test("a test event goes to one webhook, and its result comes to the form", async ({
  page,
  program,
  receiver,
}) => {
  receiver.answer(418);
  const id = await program.webhook(receiver.url);
  await page.goto(`/webhooks/${id}/test`);
  await page.getByLabel("Event").selectOption("VIDEO_GENERATION_FAILED");
  await page.getByLabel("Payload").fill('{"videoId":"video-7","extras":{}}');
  await page.getByRole("button", { name: "Send test event" }).click();

  const followed = page.getByRole("status").filter({ hasText: "Open delivery" });
  await expect(followed).toContainText("Failed");
  await expect(followed).toContainText("HTTP 418");
  expect((await receiver.next()).body).toBe(
    '{"event":"VIDEO_GENERATION_FAILED","data":{"videoId":"video-7","extras":{}}}',
  );
  await followed.getByRole("link", { name: "Open delivery" }).click();
  await expect(page.getByText("A test event", { exact: true })).toBeVisible();
  await expect(page.getByText("Given up after 1 attempt")).toBeVisible();
});

test("a payload that does not fit its event is refused at its field", async ({
  page,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  await page.goto(`/webhooks/${id}/test`);
  const payload = page.getByLabel("Payload");
  await payload.fill('{"videoId":');
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(payload).toHaveAccessibleDescription(/This is not JSON/);

  await payload.fill('{"videoId":"v","extras":"text"}');
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(payload).toHaveAccessibleDescription(/Error: .*extras/);
  expect(receiver.received).toEqual([]);
});

test("publishing by hand names who will get it, and the event tells what became of it", async ({
  page,
  program,
  receiver,
}) => {
  await program.webhook(receiver.url);
  const videoId = randomUUID();
  await page.goto("/events");
  await page.getByLabel("Event", { exact: true }).selectOption("VIDEO_GENERATION_SUCCESS");
  await page.getByLabel("Payload").fill(`{"videoId":"${videoId}"}`);
  await page.getByRole("button", { name: "Publish event…" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish this event for real?" });
  await expect(dialog.getByRole("listitem")).toHaveText([receiver.url]);
  expect(receiver.received).toEqual([]);
  await dialog.getByRole("button", { name: "Publish event" }).click();

  const published = page.getByRole("status").filter({ hasText: "Event published" });
  await expect(published).toContainText("1 delivery under way.");
  await published.getByRole("link", { name: "Open event" }).click();
  const delivery = page.getByRole("row").filter({ hasText: receiver.url });
  await expect(delivery).toContainText("Delivered");
  await expect(page.getByRole("region", { name: "event data" })).toContainText(videoId);

  await page.getByRole("link", { name: "Published events" }).click();
  await page.getByRole("row").filter({ hasText: videoId }).getByRole("link").click();
  await delivery.getByRole("link").click();
  await expect(page.getByText("Delivered after 1 attempt")).toBeVisible();
});

test("an event that nobody listens to is accepted and says so", async ({ page }) => {
  await page.goto("/events");
  await page.getByRole("button", { name: "Publish event…" }).click();
  await expect(page.getByRole("dialog")).toContainText("Nobody listens to it");
  await page.getByRole("dialog").getByRole("button", { name: "Publish event" }).click();
  await page.getByRole("link", { name: "Open event" }).click();
  await expect(page.getByText("it was stored and sent to no one")).toBeVisible();
});
