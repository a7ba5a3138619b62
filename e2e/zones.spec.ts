import type { Page } from "@playwright/test";
import { addressOf, pages } from "@/tests/routes";
import { expect, test } from "./fixtures";

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

/** Text of a time that could not be formatted. */
async function expectWholeTimes(page: Page): Promise<void> {
  await expect(page.locator("main")).not.toContainText(/Invalid Date|NaN|undefined/);
}
