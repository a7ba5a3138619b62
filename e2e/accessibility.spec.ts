import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { addressOf, pages } from "@/tests/routes";
import { expectAccessible } from "./axe";
import { breakApi } from "./break-api";
import { expect, test } from "./fixtures";
import { nobody } from "./sign-in";

/** Those that lead elsewhere, open a dialog of their own, or need nobody to be signed in, have their own turn. */
const apart = /^\/(webhooks\/\[id\]|replays\/new|login|setup|docs.*)$/;
const shown = pages.filter((each) => !apart.test(each));
const portion = 8;
for (let from = 0; from < shown.length; from += portion) {
  const patterns = shown.slice(from, from + portion);
  test(`${patterns.join(", ")}: accessible`, async ({ page, scenery }) => {
    test.slow();
    for (const pattern of patterns) {
      await page.goto(addressOf(pattern, scenery));
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectAccessible(page);
    }
  });
}

const nothingThere = [
  `/deliveries?since=1h&webhook=${randomUUID()}`,
  "/nowhere",
  `/webhooks/${randomUUID()}/settings`,
  `/deliveries/${randomUUID()}`,
];
test("what is not there: accessible", async ({ page }) => {
  for (const address of nothingThere) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page);
  }
});

for (const tab of ["deliveries", "settings", "signing", "test"]) {
  test(`a webhook that fails, ${tab}: accessible`, async ({ page, program, receiver }) => {
    receiver.answer(500);
    const id = await program.webhook(`${receiver.url}/${"long-".repeat(40)}?token=abc`);
    await program.delivery(id, "pending");
    await page.goto(`/webhooks/${id}/${tab}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page);
  });
}

test("a delivery with its attempts, and its event: accessible", async ({
  page,
  program,
  receiver,
}) => {
  receiver.answer({ status: 500, body: "x".repeat(5000) }, { status: 200, body: '{"a":[1]}' });
  const id = await program.webhook(`${receiver.url}?${"q".repeat(300)}`);
  const delivery = await program.delivery(id, "delivered");
  await page.goto(`/deliveries/${delivery}`);
  await expect(page.getByRole("region", { name: "request body" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /Attempt 1/ }).click();
  await page.getByRole("button", { name: "Resend" }).click();
  await expect(page.getByRole("region", { name: "response body" })).toBeVisible();
  await expectAccessible(page);
  for (const tab of ["Timing", "Compare"]) {
    await page.getByRole("tab", { name: tab }).click();
    await expect(page.getByRole("tabpanel").getByRole("table").first()).toBeVisible();
    await expectAccessible(page);
  }
  await page.locator('a[href^="/events/published/"]').click();
  await expect(page.getByRole("heading", { level: 2, name: "Deliveries" })).toBeVisible();
  await expectAccessible(page);
});

test("the question before many are sent again, and the job: accessible", async ({
  page,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  await program.cancelled(id, 101);
  await page.goto(`/replays/new?status=cancelled&webhook=${id}`);
  await expect(page.getByLabel("Type 101 to confirm")).toBeVisible();
  await page.getByRole("button", { name: "Resend 101 deliveries" }).click();
  await expectAccessible(page);
  await page.getByLabel("Type 101 to confirm").fill("101");
  await page.getByRole("button", { name: "Resend 101 deliveries" }).click();
  await expect(page.getByRole("heading", { name: "Replay of 101 deliveries" })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/replays");
  await expect(page.getByRole("table", { name: "Replays, newest first" })).toBeVisible();
  await expectAccessible(page);
});

const opened: Record<string, (page: Page) => Promise<void>> = {
  "the dialog for a new key": async (page) => {
    await page.goto("/keys");
    await page.getByRole("button", { name: "New key" }).click();
  },
  "the complaints of a form": async (page) => {
    await page.goto("/webhooks/new");
    await page.getByRole("button", { name: "Create webhook" }).click();
    await expect(page.getByText("There is a problem")).toBeVisible();
  },
  "a key, shown once": async (page) => {
    await page.goto("/keys");
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByLabel("Name").fill("pipeline");
    await page.getByRole("button", { name: "Create key" }).click();
    await expect(page.getByRole("region", { name: "API key" })).toBeVisible();
  },
  "the question before a key is revoked": async (page) => {
    await page.goto("/keys");
    await page
      .getByRole("button", { name: /^Revoke/ })
      .first()
      .click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "the question before an event is published": async (page) => {
    await page.goto("/events");
    await page.getByRole("button", { name: "Publish event…" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "an open filter": async (page) => {
    await page.goto("/deliveries?event=AVATAR_TRAINING_FAILED");
    await page.getByRole("button", { name: "Event: AVATAR_TRAINING_FAILED", exact: true }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "a list that could not be read": async (page) => {
    await breakApi(page, /\/v1\/deliveries/);
    await page.goto("/deliveries");
    await expect(page.getByText("Deliveries could not be loaded")).toBeVisible();
  },
};
for (const [name, open] of Object.entries(opened)) {
  test(`${name}: accessible`, async ({ page }) => {
    await open(page);
    await expectAccessible(page);
  });
}

test("the question before a webhook is deleted: accessible", async ({ page, program }) => {
  const id = await program.webhook("https://example.com/hooks");
  await page.goto(`/webhooks/${id}/settings`);
  await page.getByRole("button", { name: "Delete webhook…" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
});

test.describe("signed out", () => {
  test.use({ storageState: nobody });

  for (const address of ["/login", "/setup", "/nowhere"]) {
    test(`${address}: accessible`, async ({ page }) => {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectAccessible(page);
    });
  }
});
