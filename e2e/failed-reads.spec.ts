import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { breakApi, requestId } from "./break-api";
import { expect, test } from "./fixtures";

const lists = {
  "/webhooks": { path: /\/v1\/webhooks$/, what: "Webhooks could not be refreshed" },
  "/deliveries": { path: /\/v1\/deliveries/, what: "Deliveries could not be refreshed" },
  "/events/published": { path: /\/v1\/events/, what: "Events could not be refreshed" },
};
for (const [address, { path, what }] of Object.entries(lists)) {
  test(`${address} shows a read error, keeps its data, and recovers`, async ({
    page,
    program,
    receiver,
  }) => {
    await program.delivery(await program.webhook(receiver.url), "delivered");
    const mend = await breakApi(page, path);
    await page.goto(address);
    await program.webhook(receiver.url, ["AVATAR_TRAINING_FAILED"]);
    await program.publish();
    const card = page.getByRole("alert").filter({ hasText: what });
    await expect(card).toContainText("Internal error");
    await expect(card).toContainText(`Request ${requestId}`);
    await expect(page.getByRole("row").nth(1)).toBeVisible();

    // At the end of a list that is longer than the window, the report covers none of it.
    const bottomOfList = () =>
      page
        .getByRole("row")
        .last()
        .evaluate((row) => {
          window.scrollTo(0, document.documentElement.scrollHeight);
          return row.getBoundingClientRect().bottom;
        });
    const topOfCard = () => card.evaluate((element) => element.getBoundingClientRect().top);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 420 });
      await expect
        .poll(async () => (await topOfCard()) - (await bottomOfList()))
        .toBeGreaterThanOrEqual(0);
    }
    await retry(page, path);
    await mend();
    await expect(card).toHaveCount(0);
    await expect(page.getByRole("row").nth(1)).toBeVisible();
  });
}

/** Webhooks cannot be selected on a phone. */
const bars = {
  "/deliveries": {
    path: /\/v1\/deliveries/,
    name: "Selected deliveries",
    action: "Export",
    sizes: [
      { width: 1280, height: 640 },
      { width: 390, height: 640 },
    ],
  },
  "/webhooks": {
    path: /\/v1\/webhooks$/,
    name: "Selected webhooks",
    action: "Retry all…",
    sizes: [{ width: 1280, height: 420 }],
  },
};
for (const [address, { path, name, action, sizes }] of Object.entries(bars)) {
  test(`a read error and the selection of ${address} do not cover each other`, async ({
    page,
    program,
    receiver,
  }) => {
    const webhook = await program.webhook(receiver.url);
    for (let n = 0; n < 8; n++) await program.publish();
    await expect.poll(async () => (await program.deliveriesTo(webhook)).length).toBe(8);
    const change = async () => {
      await program.webhook(receiver.url, ["AVATAR_TRAINING_FAILED"]);
      await program.publish();
    };
    for (const size of sizes) {
      await page.setViewportSize(size);
      await page.goto(address);
      await page
        .getByRole("checkbox", { name: /^Select (?!all)/ })
        .first()
        .check();
      const bar = page.getByRole("region", { name });
      const place = await bar.boundingBox();
      const mend = await breakApi(page, path);
      await change();
      const card = page.getByRole("alert").filter({ hasText: "could not be refreshed" });
      await expect(card).toBeVisible();
      expect(await bar.boundingBox()).toEqual(place);
      await bar.getByText(action).click({ trial: true });
      await retry(page, path);
      await mend();
      await change();
      await expect(card).toHaveCount(0);
      await bar.getByRole("button", { name: "Clear selection" }).click();
    }
  });
}

test("older deliveries that cannot be read are not asked for without a pause", async ({
  page,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  await program.publishMany(60);
  await expect.poll(async () => (await program.deliveriesTo(id)).length).toBe(60);
  const older = /\/v1\/deliveries\?.*cursor=/;
  await page.goto(`/webhooks/${id}/deliveries`);
  await expect(page.getByRole("button", { name: "Load older" })).toBeVisible();
  const mend = await breakApi(page, older);
  await page.mouse.move(600, 500);
  await page.mouse.wheel(0, 5000);
  const card = page.getByRole("alert").filter({ hasText: "Deliveries could not be refreshed" });
  await expect(card).toBeVisible();
  await retry(page, older);
  await mend();
  await expect(page.getByText("60 deliveries shown, end of list")).toBeVisible();
  await expect(card).toHaveCount(0);

  // A paused log has no refresh that could end the failure of the last one.
  await breakApi(page, /\/v1\/deliveries\?/);
  await program.publish();
  await expect(card).toBeVisible();
  await page.getByRole("button", { name: "Pause updates" }).click();
  await expect(card).toHaveCount(0);
});

test("pages of a bin, an event and users keep their data while it cannot be refreshed", async ({
  page,
  api,
  program,
  receiver,
}) => {
  const bin = await (await api.post("/v1/inbox/bins", { data: { name: "Kept" } })).json();
  receiver.answer({ status: 503, headers: { "retry-after": "600" } });
  await program.webhook(receiver.url);
  await program.delivery(await program.webhook(bin.url), "delivered");
  const [event] = (await (await api.get("/v1/events")).json()).events;
  const invite = () =>
    api.post("/v1/invitations", { data: { email: `${randomUUID()}@example.com`, role: "viewer" } });
  await invite();
  const kept = [
    {
      address: `/inbox/${bin.id}`,
      path: /\/v1\/inbox/,
      what: "Requests",
      shown: "Signature valid",
    },
    {
      address: `/events/published/${event.id}`,
      path: /\/v1\/events/,
      what: "The event",
      shown: "Delivered",
    },
    { address: "/users", path: /\/v1\/invitations/, what: "Invitations", shown: "Invited by" },
  ];
  for (const { address, path, what, shown } of kept) {
    await page.goto(address);
    await expect(page.getByText(shown).first()).toBeVisible();
    const mend = await breakApi(page, path);
    await program.publish();
    await invite();
    const card = page.getByRole("alert").filter({ hasText: `${what} could not be refreshed` });
    await expect(card).toContainText("Internal error");
    await expect(page.getByText(shown).first()).toBeVisible();
    await retry(page, path);
    await mend();
    await expect(card).toHaveCount(0);
  }
});

test("a failed attempt read shows an error in place, and Retry recovers", async ({
  page,
  api,
  program,
  receiver,
}) => {
  const delivery = await program.delivery(await program.webhook(receiver.url), "delivered");
  await api.post(`/v1/deliveries/${delivery}/resend`);
  const recorded = async () =>
    (await (await api.get(`/v1/deliveries/${delivery}`)).json()).attempts;
  await expect.poll(recorded).toBe(2);
  const mend = await breakApi(page, /\/attempts\/1$/);
  await page.goto(`/deliveries/${delivery}`);
  await page.getByRole("button", { name: /Attempt 2/ }).click();
  await page.getByRole("button", { name: /Attempt 1/ }).click();
  const card = page.getByRole("alert").filter({ hasText: "Attempt 1 could not be loaded" });
  await expect(card).toContainText(requestId);
  await retry(page, /\/attempts\/1$/);
  await mend();
  await expect(page.getByText("exact bytes sent")).toBeVisible();
});

async function retry(page: Page, path: RegExp): Promise<void> {
  const asked = page.waitForRequest(path);
  await page.getByRole("button", { name: "Retry", exact: true }).click();
  await asked;
}
