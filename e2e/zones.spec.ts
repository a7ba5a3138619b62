import type { Page } from "@playwright/test";
import { addressOf, pages } from "@/tests/routes";
import { expect, test } from "./fixtures";

/** Where it is already tomorrow, and where clocks differ by half an hour. */
const zones = ["Pacific/Kiritimati", "America/St_Johns"];
const looked = pages.filter((each) =>
  /^\/(|webhooks|deliveries.*|events\/published|audit|keys|system)$/.test(each),
);

for (const timezoneId of zones) {
  test.describe(`a browser in ${timezoneId}`, () => {
    test.use({ timezoneId });

    for (const zone of ["utc", "local"]) {
      test(`shows every page as the server drew it, in ${zone} time`, async ({
        page,
        context,
        product,
        scenery,
      }) => {
        await context.addCookies([{ name: "zone", value: zone, url: product.url }]);
        for (const pattern of looked) {
          await page.goto(addressOf(pattern, scenery));
          await expect.soft(page.getByRole("heading", { level: 1 }), pattern).toBeVisible();
        }
        await expectWholeTimes(page);
      });
    }
  });
}

/** A time that could not be written stands there as an error of the language. */
async function expectWholeTimes(page: Page): Promise<void> {
  await expect(page.locator("main")).not.toContainText(/Invalid Date|NaN|undefined/);
}
