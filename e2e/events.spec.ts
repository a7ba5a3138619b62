import { randomUUID } from "node:crypto";
import { connectSql } from "@/db/client";
import { expectAccessible, linksInText } from "./axe";
import { breakApi } from "./break-api";
import { expect, test } from "./fixtures";
import { pressTwice } from "./press-twice";

test("a test event goes to one webhook, and its result comes to the form", async ({
  page,
  program,
  receiver,
}) => {
  receiver.answer(418);
  const id = await program.webhook(receiver.url);
  await page.goto(`/webhooks/${id}/test`);
  await page.getByRole("button", { name: /^Event: / }).click();
  await page.getByRole("option", { name: "VIDEO_GENERATION_FAILED" }).click();
  await page.getByLabel("Payload").fill('{"videoId":"video-7","extras":{}}');
  await pressTwice(page.getByRole("button", { name: "Send test event" }));

  const followed = page.getByRole("status").filter({ hasText: "Open delivery" });
  await expect(followed).toContainText("Failed");
  await expect(followed).toContainText("HTTP 418");
  expect((await receiver.next()).body).toBe(
    '{"event":"VIDEO_GENERATION_FAILED","data":{"videoId":"video-7","extras":{}}}',
  );
  await followed.getByRole("link", { name: "Open delivery" }).click();
  await expect(page.getByText(", by test")).toBeVisible();
  await expect(page.getByText("Given up after 1 attempt")).toBeVisible();
  expect(receiver.received).toHaveLength(1);
  await expect(
    page.getByText("Fix the receiver or the callback URL. Then resend the delivery."),
  ).toBeVisible();
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

test("publishing by hand lists the receivers, and the event shows its deliveries", async ({
  page,
  api,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  const videoId = randomUUID();
  const restore = await breakApi(page, /\/v1\/webhooks\?account=/);
  await page.goto("/events");
  await page.getByRole("button", { name: /^Event: / }).click();
  await page.getByRole("option", { name: "VIDEO_GENERATION_SUCCESS" }).click();
  await page.getByLabel("Payload").fill(`{"videoId":"${videoId}"}`);
  await page.getByRole("button", { name: "Publish event…" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish this event?" });
  await expect(dialog.getByRole("alert")).toContainText("subscribed webhooks could not be loaded");
  await restore();
  await dialog.getByRole("button", { name: "Retry" }).click();
  const listed = dialog.getByRole("listitem");
  await expect(listed).toHaveText([receiver.url]);
  await api.put(`/v1/webhooks/${id}/settings`, { data: { paused: true } });
  await expect(listed).toHaveText([`${receiver.url} paused: waits until it is resumed`]);
  await api.put(`/v1/webhooks/${id}/settings`, { data: { paused: false } });
  await expect(listed).toHaveText([receiver.url]);
  expect(receiver.received).toEqual([]);
  await pressTwice(dialog.getByRole("button", { name: "Publish event" }));

  const published = page.getByRole("status").filter({ hasText: "Event published" });
  await expect(published).toContainText("1 delivery queued.");
  await published.getByRole("link", { name: "Open event" }).click();
  const delivery = page.getByRole("row").filter({ hasText: new URL(receiver.url).host });
  await expect(delivery).toContainText("Delivered");
  await expect(page.getByRole("region", { name: "event data" })).toContainText(videoId);

  await page.getByRole("link", { name: "Published", exact: true }).click();
  await page.getByRole("row").filter({ hasText: videoId }).getByRole("link").click();
  await delivery.getByRole("link").click();
  await expect(page.getByText("Delivered after 1 attempt")).toBeVisible();
});

test("an event of very many deliveries lists some and leads to the rest", async ({
  page,
  product,
  program,
  receiver,
}) => {
  const delivery = await program.delivery(await program.webhook(receiver.url), "delivered");
  const sql = connectSql(await product.databaseUrl(), 1);
  const [{ eventId } = { eventId: "" }] = await sql<{ eventId: string }[]>`
    select event_id from deliveries where id = ${delivery}`;
  await sql`
    insert into deliveries (id, account_id, event_id, webhook_id, event, callback_url, trigger, status)
    select new_id(), account_id, event_id, webhook_id, event, callback_url, trigger, status
    from deliveries, generate_series(1, 1001) where deliveries.id = ${delivery}`;
  await sql.end();

  await page.goto(`/events/${eventId}`);
  await expect(page).toHaveURL(`/events/published/${eventId}`);
  await expect(page.getByText("2 more deliveries in the delivery log")).toBeVisible();
  await expectAccessible(page, linksInText);
  await page.getByRole("row").getByRole("link").first().click();
  await expect(page.getByRole("link", { name: "Also sent to 1,001 other webhooks" })).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: "delivery log", exact: true }).click();
  await expect(page).toHaveURL(`/deliveries?q=${eventId}`);
});

test("numbers that JavaScript cannot represent are published and shown as they are", async ({
  page,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url, ["VIDEO_GENERATION_SUCCESS"]);
  const typed = '{ "videoId": "a  \\"b", "m": 12345678901234567890,\n  "n": 1E400, "z": 1.0 }';
  const sent = '{"videoId":"a  \\"b","m":12345678901234567890,"n":1E400,"z":1.0}';
  await page.goto(`/webhooks/${id}/test`);
  await page.getByLabel("Payload").fill(typed);
  await page.getByRole("button", { name: "Send test event" }).click();
  expect((await receiver.next()).body).toBe(`{"event":"VIDEO_GENERATION_SUCCESS","data":${sent}}`);

  receiver.answer(503);
  await page.goto("/events/VIDEO_GENERATION_SUCCESS");
  await page.getByLabel("Payload").fill(typed);
  await page.getByRole("button", { name: "Publish event…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish event" }).click();
  expect((await receiver.next()).body).toBe(`{"event":"VIDEO_GENERATION_SUCCESS","data":${sent}}`);
  await page.getByRole("link", { name: "Open event" }).click();
  const data = page.getByRole("region", { name: "event data", exact: true });
  await expect(data).toContainText('"m": 12345678901234567890');
  // The delivery waits for its retry, so the page reads the event again.
  await page.waitForResponse(/\/v1\/events\/[^/]+$/);
  await expect(data).toContainText('"n": 1E400');
  await page.getByRole("button", { name: "Raw event data" }).click();
  await expect(data).toHaveText(sent);
});

test("an event without subscribers is accepted, with a notice", async ({ page }) => {
  await page.goto("/events");
  await page.getByRole("button", { name: "Publish event…" }).click();
  await expect(page.getByRole("dialog")).toContainText("No webhook is subscribed");
  await page.getByRole("dialog").getByRole("button", { name: "Publish event" }).click();
  await page.getByRole("link", { name: "Open event" }).click();
  await expect(page.getByText("The event was stored and not sent")).toBeVisible();
});

test("the catalogue leads to a type: what it carries, who listens, and the way to publish one", async ({
  page,
  program,
  receiver,
}) => {
  await page.goto("/events");
  const row = page.getByRole("row").filter({ hasText: "AVATAR_TRAINING_FAILED" });
  await expect(row.getByRole("cell").last()).not.toHaveText("1");
  await program.webhook(receiver.url, ["AVATAR_TRAINING_FAILED"]);
  await expect(row.getByRole("cell").last()).toHaveText("1");
  await program.publish("AVATAR_TRAINING_FAILED");
  await receiver.next();
  await row.getByRole("link", { name: "AVATAR_TRAINING_FAILED" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("AVATAR_TRAINING_FAILED");
  await expect(page.getByRole("table", { name: "Members of data" })).toContainText("avatarId");
  await expect(page.getByRole("link", { name: receiver.url })).toBeVisible();
  await expect(
    page.getByRole("region", { name: "TypeScript type of AVATAR_TRAINING_FAILED" }),
  ).toContainText("avatarId: string;");
  await page.getByLabel("Payload").fill('{"avatarId":""}');
  await expect(page.getByText("avatarId is required")).toBeVisible();
  await page.getByLabel("Payload").fill('{"avatarId":"avatar-9"}');
  await expect(page.getByText("Valid payload")).toBeVisible();
  await page.getByRole("button", { name: "Publish event…" }).click();
  await expect(page.getByRole("dialog").getByRole("listitem")).toHaveText([receiver.url]);
  await page.getByRole("dialog").getByRole("button", { name: "Publish event" }).click();
  await expect(page.getByText("1 delivery queued.")).toBeVisible();
});

test("published events are found by their video, and the view is in the URL", async ({
  page,
  api,
}) => {
  const videoId = `video-${randomUUID()}`;
  const sent = (id: string) =>
    api.post("/v1/events", { data: { event: "VIDEO_GENERATION_FAILED", data: { videoId: id } } });
  await sent(videoId);
  await sent("another");
  await page.goto("/events/published?since=1h&type=VIDEO_GENERATION_FAILED");
  await page.getByRole("searchbox", { name: "Find events by id" }).fill(videoId);
  await expect(page.getByText("1 event shown, end of list")).toBeVisible();
  await expect(page).toHaveURL(
    `/events/published?since=1h&type=VIDEO_GENERATION_FAILED&q=${videoId}`,
  );
  await page.reload();
  const row = page.getByRole("row").filter({ hasText: videoId });
  await expect(row).toContainText("no subscribers");
  await page.getByRole("button", { name: "Remove filter Since: Last hour" }).click();
  await expect(row).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Find events by id" });
  await search.fill("nothing ");
  await expect(page).toHaveURL(/&q=nothing$/);
  await search.pressSequentially("bears this");
  await expect(search).toHaveValue("nothing bears this");
  await expect(page.getByRole("heading", { name: "No event matches" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL("/events/published");
  await expect(row).toBeVisible();
});

for (const query of ["type=NO_SUCH", "since=99y", "q=%00", `q=${"x".repeat(3000)}`, "type[]=1"]) {
  test(`published events stay readable with ${query.slice(0, 20)} in their address`, async ({
    page,
  }) => {
    const answer = await page.goto(`/events/published?${query}`);
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1, name: "Events" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  });
}

test("an unknown event type is a 404 page", async ({ page }) => {
  const answer = await page.goto("/events/VIDEO_GENERATION_PAUSED");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "No such event type" })).toBeVisible();
});
