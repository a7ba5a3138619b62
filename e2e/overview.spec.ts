import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { breakApi, requestId } from "./break-api";
import { expect, test } from "./fixtures";
import { smallTargets } from "./small-targets";

const longAgo = "from=2020-01-01T00:00:00.000Z&to=2020-01-02T00:00:00.000Z";

test.describe("the chart", () => {
  test.beforeEach(async ({ page, program, receiver }) => {
    await program.delivery(await program.webhook(receiver.url), "delivered");
    await page.goto("/?since=1h");
    await expect(chart(page)).toBeVisible();
  });

  test("shows values at the pointer, zooms into a dragged range, and opens the log", async ({
    page,
  }) => {
    const box = (await chart(page).boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.61, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 2, box.y + 60, { steps: 4 });
    await expect(page.getByRole("figure")).toContainText(/\d\d:\d\d – now.*Delivered[1-9]/);
    await page.mouse.up();
    await expect(page).toHaveURL(/\/\?from=.+&to=.+/);
    const { searchParams } = new URL(page.url());
    const minutes = (time: string | null) => Date.parse(time!) / 60_000;
    expect(minutes(searchParams.get("to")) - minutes(searchParams.get("from"))).toBe(24);
    await expect(chart(page)).toHaveAttribute("aria-valuemax", /^2[0-3]$/);
    await chart(page).click();
    await expect(page).toHaveURL(/\/deliveries\?from=.+&to=.+/);
    await page.goBack();
    await expect(chart(page)).toBeVisible();
  });

  test("hides a series by its legend, until the tab is closed", async ({ page }) => {
    const series = page.getByRole("figure").getByRole("button", { name: /^Delivered [1-9]/ });
    await series.click();
    await expect(series).toHaveAttribute("aria-pressed", "false");
    await page.reload();
    await expect(series).toHaveAttribute("aria-pressed", "false");
    await series.click();
    await expect(series).toHaveAttribute("aria-pressed", "true");
  });

  test("can be navigated by keyboard, with the time announced", async ({ page }) => {
    await chart(page).focus();
    await page.keyboard.press("End");
    await expect(chart(page)).toHaveAttribute("aria-valuetext", /: [1-9][\d,]* delivered/);
    await page.keyboard.press("ArrowLeft");
    await expect(chart(page)).toHaveAttribute("aria-valuenow", "28");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/deliveries\?from=.+&to=.+/);
  });

  test.describe("under a finger", () => {
    test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

    test("shows values at a tap, which lead to the log", async ({ page }) => {
      expect(await smallTargets(page.locator("body"))).toEqual([]);
      await chart(page).tap();
      const show = page.getByRole("figure").getByRole("button", { name: "Show deliveries" });
      await expect(show).toBeVisible();
      await expect(page).toHaveURL("/?since=1h");
      // Incidents of other tests move the chart. After the tap, the header may cover a part of the buttons above it.
      await page.evaluate(() => window.scrollTo(0, 0));
      await expectAccessible(page);
      await show.tap();
      await expect(page).toHaveURL(/\/deliveries\?from=.+&to=.+/);

      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto("/deliveries");
      await expect(page.getByRole("checkbox", { name: /^Select delivery/ }).first()).toBeVisible();
      expect(await smallTargets(page.getByRole("main"))).toEqual([]);

      // With large text the header has two lines. The head of the log sticks below both.
      await page.evaluate(() => document.documentElement.style.setProperty("font-size", "300%"));
      const height = await page
        .getByRole("banner")
        .evaluate((header: HTMLElement) => header.offsetHeight);
      const head = page.getByRole("table", { name: /^Deliveries, newest/ }).locator("thead");
      await expect(head).toHaveCSS("top", `${height}px`);
    });
  });

  test("is available as a table, always for screen readers", async ({ page }) => {
    const table = page.getByRole("table", { name: /Deliveries over time/ });
    await expect(table.getByRole("row")).toHaveCount(31);
    await page.getByRole("button", { name: "View as table" }).click();
    await expect(table.getByRole("link")).toHaveCount(30);
    await expectAccessible(page);
    await table.getByRole("link").last().click();
    await expect(page).toHaveURL(/\/deliveries\?from=.+&to=.+/);
  });
});

test("the range lives in the address, chosen by name or by two times", async ({
  page,
  program,
  receiver,
}) => {
  await program.delivery(await program.webhook(receiver.url), "delivered");
  await page.goto("/");
  await expect(
    page.getByRole("button", { name: "Last 24 hours (24h)", exact: true }),
  ).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Last 7 days (7d)", exact: true }).click();
  await expect(page).toHaveURL("/?since=7d");
  await page.reload();
  await expect(page.getByRole("button", { name: "Last 7 days (7d)", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );

  await page.getByRole("button", { name: "Custom range" }).click();
  const apply = page.getByRole("button", { name: "Apply" });
  await apply.click();
  await expect(page.getByText("Enter a start.")).toBeVisible();
  await page.getByLabel("From (UTC)").fill("soon");
  await apply.click();
  await expect(page.getByText("Enter a time such as 14:30")).toBeVisible();
  await page.getByLabel("From (UTC)").fill("1 Jan 2020");
  await expect(page.getByText("1 Jan 2020, 00:00:00 UTC")).toBeVisible();
  await page.getByLabel("To (UTC)").fill("2020-01-02 00:00");
  await apply.click();
  await expect(page).toHaveURL(new RegExp(longAgo.replaceAll(".", "\\.")));
  await page.getByRole("button", { name: "Last 24 hours (24h)", exact: true }).click();
  await expect(page).toHaveURL("/");
});

test("invalid query parameters are dropped", async ({ page }) => {
  const answer = await page.goto("/?since=yesterday&from=x&to=2020-01-01");
  expect(answer?.status()).toBe(200);
  await expect(
    page.getByRole("button", { name: "Last 24 hours (24h)", exact: true }),
  ).toHaveAttribute("aria-pressed", "true");
});

test("figures lead to what they count", async ({ page, program, receiver }) => {
  await program.delivery(await program.webhook(receiver.url), "delivered");
  await page.goto("/");
  const figures = page.getByRole("region", { name: "Figures in the last 24 hours" });
  await expect(figures.getByRole("link", { name: /^Failed/ })).toHaveAttribute(
    "href",
    "/deliveries?status=failed&since=24h",
  );
  const explain = figures.getByRole("button", { name: "About Delivered" });
  await explain.focus();
  await page.keyboard.press("Enter");
  const explanation = page.getByRole("dialog", { name: "Delivered" });
  await expect(explanation).toHaveAccessibleDescription(/delivered ÷ \(delivered \+ failed/);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(explain).toBeFocused();
  await figures.getByRole("link", { name: /^Delivered/ }).click();
  await expect(page).toHaveURL(/\/deliveries\?status=delivered&since=24h/);
});

test("without traffic an empty state shows how to send an event", async ({
  page,
  program,
  receiver,
}) => {
  await program.webhook(receiver.url);
  await page.goto(`/?${longAgo}`);
  await expect(page.getByRole("heading", { name: "No events in this range" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Publish a test event" })).toBeVisible();
  await expect(page.getByRole("region", { name: "curl command" })).toContainText("/v1/events");
  await expectAccessible(page);
});

test("failed statistics show an error and recover", async ({ page, program, receiver }) => {
  await program.delivery(await program.webhook(receiver.url), "delivered");
  await page.goto("/");
  await expect(chart(page)).toBeVisible();
  const mend = await breakApi(page, /\/v1\/stats/);
  await page.getByRole("button", { name: "Last hour" }).click();
  const card = page.getByRole("alert").filter({ hasText: "The figures could not be loaded" });
  await expect(card).toContainText(requestId);
  await expect(card.getByRole("button", { name: "Retry" })).toBeVisible();
  // The page also refetches by itself, so a click is optional.
  await mend();
  await expect(card).toHaveCount(0);
  await expect(chart(page)).toBeVisible();
});

test("figures that cannot be refreshed stay where they are", async ({
  page,
  program,
  receiver,
}) => {
  await program.delivery(await program.webhook(receiver.url), "delivered");
  await page.goto("/");
  const before = await chart(page).boundingBox();
  const mend = await breakApi(page, /\/v1\/stats/);
  await program.publish();
  const card = page.getByRole("alert").filter({ hasText: "The figures could not be refreshed" });
  await expect(card).toContainText(requestId);
  expect(await chart(page).boundingBox()).toEqual(before);
  await expectAccessible(page);
  await mend();
  await expect(card).toHaveCount(0);
});

function chart(page: Page) {
  return page.getByRole("slider", { name: /Time in the chart/ });
}
