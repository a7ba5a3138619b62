import { randomUUID } from "node:crypto";
import type { Page, Route } from "@playwright/test";
import { addressOf, pages } from "@/tests/routes";
import { expectAccessible, mainInTwoLooks } from "./axe";
import { answerBroken } from "./break-api";
import { expect, test } from "./fixtures";
import { signedOut } from "./sign-in";
import {
  answerEmpty,
  answerNever,
  walkTo,
  withoutPrefetchedData,
  withoutRetryDelay,
} from "./without-prefetched-data";

/** Pages that open a dialog or are public are tested separately. */
const apart = /^\/(replays\/new|login|invite|enter|setup|docs.*)$/;
const shown = pages.filter((each) => !apart.test(each));
const portion = 8;
for (let from = 0; from < shown.length; from += portion) {
  const patterns = shown.slice(from, from + portion);
  test(`${patterns.join(", ")}: accessible`, async ({ page, seeded }) => {
    test.slow();
    // Loading each page anew, with the checks, would take as long as checking it.
    await page.goto("/users");
    for (const pattern of patterns) {
      await walkTo(page, addressOf(pattern, seeded));
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("main").locator(".animate-pulse")).toHaveCount(0);
      await expectAccessible(page);
    }
  });
}

/** API states, and what each data-driven page shows then. */
const states: Record<string, { answer: (route: Route) => Promise<void>; sign: string }> = {
  loading: { answer: answerNever, sign: ".animate-pulse" },
  empty: { answer: answerEmpty, sign: "h1" },
  failed: { answer: answerBroken, sign: "[role=alert]" },
};
/** These pages request nothing before a user acts. */
const still = new Set(Object.keys(states).map((state) => `${state} /webhooks/new`));
for (const [state, { answer, sign }] of Object.entries(states)) {
  test(`every page while what it shows is ${state}: accessible`, async ({ page, seeded }) => {
    test.setTimeout(240_000);
    await withoutPrefetchedData(page, answer);
    await withoutRetryDelay(page);
    // A page without data: what a document brings for one page, others would show.
    await page.goto("/nowhere");
    for (const pattern of shown) {
      await walkTo(page, addressOf(pattern, seeded));
      const isStill = still.has(`${state} ${pattern}`);
      const inside = page.getByRole("main").locator(isStill ? "h1" : sign);
      await expect(inside.first(), pattern).toBeAttached();
      await expectAccessible(page, mainInTwoLooks);
      await expect(inside.first(), pattern).toBeAttached();
    }
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
}

const nothingThere = [
  `/deliveries?since=1h&webhook=${randomUUID()}`,
  "/nowhere",
  `/webhooks/${randomUUID()}/settings`,
  `/deliveries/${randomUUID()}`,
];
test("missing pages: accessible", async ({ page }) => {
  for (const address of nothingThere) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page);
  }
});

test("a webhook that fails, at a long address: accessible", async ({ page, program, receiver }) => {
  receiver.answer(500);
  const id = await program.webhook(`${receiver.url}/${"long-".repeat(40)}?token=abc`);
  await program.delivery(id, "pending");
  await page.goto(`/webhooks/${id}/settings`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessible(page);
});

test("a delivery with its attempts: accessible", async ({ page, program, receiver }) => {
  receiver.answer(
    { status: 500, body: "x".repeat(5000) },
    { status: 200, body: '{"a":[1]}' },
    { status: 200, body: '{"a":[2]}' },
  );
  const id = await program.webhook(`${receiver.url}?${"q".repeat(300)}`);
  const delivery = await program.delivery(id, "delivered");
  await page.goto(`/deliveries/${delivery}`);
  await expect(page.getByRole("region", { name: "request body" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /Attempt 1/ }).click();
  await page.getByRole("button", { name: "Resend" }).click();
  await expect(page.getByRole("region", { name: "response body" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Compare attempts" }).click();
  await expect(page.getByRole("table", { name: "Changes of the response body" })).toBeVisible();
  await expectAccessible(page);
});

test("the confirmation of a bulk replay: accessible", async ({ page, program, receiver }) => {
  const id = await program.webhook(receiver.url);
  await program.cancelled(id, 101);
  await page.goto(`/replays/new?status=cancelled&webhook=${id}`);
  await expect(page.getByLabel("Type 101 to confirm")).toBeVisible();
  await page.getByRole("button", { name: "Resend 101 deliveries" }).click();
  await expectAccessible(page);
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - main:
      - heading "Resend 101 deliveries" [level=1]
      - list:
        - listitem: Cancelled
      - link "Show in log"
      - 'button "Rate: 20 a second"'
      - list:
        - listitem: Each is sent to the webhook's current URL, with the full retry schedule.
      - textbox "Type 101 to confirm" [invalid]
      - paragraph: "Error: Type 101 to confirm"
      - button "Cancel"
      - button "Resend 101 deliveries"
  `);
});

const opened: Record<string, (page: Page) => Promise<void>> = {
  "the dialog for a new key": async (page) => {
    await page.goto("/keys");
    await page.getByRole("button", { name: "New key" }).click();
  },
  "the complaints of a form": async (page) => {
    await page.goto("/webhooks/new");
    await page.getByRole("button", { name: "Create webhook" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText("Enter a callback URL");
  },
  "a key, shown once": async (page) => {
    await page.goto("/keys");
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByLabel("Name").fill("pipeline");
    await page.getByRole("button", { name: "Create key" }).click();
    await expect(page.getByRole("region", { name: "API key" })).toBeVisible();
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
};
for (const [name, open] of Object.entries(opened)) {
  test(`${name}: accessible`, async ({ page }) => {
    await open(page);
    await expectAccessible(page);
  });
}

test("the confirmation of deleting a webhook: accessible", async ({ page, program }) => {
  const id = await program.webhook("https://example.com/hooks");
  await page.goto(`/webhooks/${id}/settings`);
  await page.getByRole("button", { name: "Delete webhook…" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
});

test.describe("signed out", () => {
  test.use({ storageState: signedOut });

  for (const address of ["/login", "/invite", "/enter", "/setup", "/nowhere"]) {
    test(`${address}: accessible`, async ({ page }) => {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectAccessible(page);
    });
  }
});
