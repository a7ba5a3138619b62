import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { addressOf, pages } from "@/tests/routes";
import { expect, test } from "./fixtures";
import { admin } from "./sign-in";

const looked = pages.filter((each) =>
  /^\/(|webhooks(\/\[id\])?|deliveries.*|events\/published|audit|keys|system)$/.test(each),
);
/** A zone where it is already tomorrow, and one with an offset of half an hour. UTC is the same in every browser. */
const cases = [
  { timezoneId: "Pacific/Kiritimati", zone: "utc", looked },
  { timezoneId: "Pacific/Kiritimati", zone: "local", looked },
  { timezoneId: "America/St_Johns", zone: "local", looked: ["/", "/deliveries"] },
];

for (const { timezoneId, zone, looked } of cases) {
  test.describe(`a browser in ${timezoneId}`, () => {
    test.use({ timezoneId });

    test(`renders pages as the server did, in ${zone} time`, async ({
      page,
      context,
      product,
      seeded,
    }) => {
      await context.addCookies([{ name: "zone", value: zone, url: product.url }]);
      for (const pattern of looked) {
        await page.goto(addressOf(pattern, seeded));
        await expect.soft(page.getByRole("heading", { level: 1 }), pattern).toBeVisible();
        await expectWholeTimes(page);
      }
    });
  });
}

test.describe("a day ahead of UTC", () => {
  test.use({ timezoneId: "Pacific/Kiritimati" });

  test("times use the selected zone, also after a reload", async ({ page, program, receiver }) => {
    const webhook = await program.webhook(receiver.url);
    await program.publish();
    await page.goto(`/webhooks/${webhook}/deliveries`);
    const time = page.getByRole("main").locator("time[datetime]").last();
    const titled = () => time.getAttribute("title");
    expect(await titled()).toMatch(/ UTC$/);
    await page.getByRole("button", { name: "Time zone: UTC" }).click();
    await page.getByRole("radio", { name: "Local time" }).check();
    await expect(time).toHaveAttribute("title", / UTC\+14$/);
    await page.reload();
    await expect(time).toHaveAttribute("title", / UTC\+14$/);
    await page
      .getByRole("button", { name: "Time zone: UTC+14 (local, Pacific/Kiritimati)" })
      .click();
    await page.getByRole("button", { name: "Another zone: None" }).click();
    await page.getByRole("combobox", { name: "Search: Another zone" }).fill("tokyo");
    await page.keyboard.press("Enter");
    await expect(time).toHaveAttribute("title", / UTC\+9$/);
  });
});

test.describe("in the night that summer time ends", () => {
  test.use({ timezoneId: "Europe/Berlin" });

  test("the repeated hour of a clock change is unambiguous", async ({ page }) => {
    const session = { id: randomUUID(), userId: randomUUID(), email: admin.email, current: false };
    const expiresAt = "2026-11-01T00:00:00.000Z";
    const at = (time: string) => ({ ...session, createdAt: time, lastSeenAt: time, expiresAt });
    const sessions = [at("2026-10-25T00:30:00.000Z"), at("2026-10-25T01:30:00.000Z")];
    await page.route(/\/v1\/sessions/, (route) => route.fulfill({ json: { sessions } }));
    await page.goto("/settings");
    await page.getByRole("main").getByRole("radio", { name: "Local time" }).check();
    await expect(page.getByTitle("25 Oct 2026, 02:30:00.000 UTC+2").first()).toBeVisible();
    await expect(page.getByTitle("25 Oct 2026, 02:30:00.000 UTC+1").first()).toBeVisible();
  });

  test("a range that begins in the repeated hour keeps its start when its end is changed", async ({
    page,
    context,
    product,
  }) => {
    await context.addCookies([{ name: "zone", value: "Europe/Berlin", url: product.url }]);
    await page.goto("/deliveries?from=2026-10-25T01:30:00.000Z&to=2026-10-25T03:00:00.000Z");
    await page.getByRole("button", { name: /^Time: / }).click();
    await page.getByLabel(/^To/).fill("2026-10-25 05:00");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(/to=2026-10-25T04:00/);
    await expect(page).toHaveURL(/from=2026-10-25T01:30/);
    await expect(page.getByRole("button", { name: "Apply" })).toHaveCount(0);
  });
});

/** Text of a time that could not be formatted. */
async function expectWholeTimes(page: Page): Promise<void> {
  await expect(page.locator("main")).not.toContainText(/Invalid Date|NaN|undefined/);
}
