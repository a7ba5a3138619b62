import type { Page } from "@playwright/test";
import { addressOf, pages } from "@/tests/routes";
import { fontBudget, scriptBudget, styleBudget, weigh } from "@/tests/weigh";
import { expect, test } from "./fixtures";
import { lateDocument } from "./late-document";
import { isLive } from "./log-page";

test("every page is within its first-load budget", async ({ product, seeded }) => {
  const cookie = product.session.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const redirects: string[] = [];
  for (const pattern of pages) {
    const url = product.url + addressOf(pattern, seeded);
    const weight = await weigh(url, pattern === "/login" ? "" : cookie);
    if (!weight) {
      redirects.push(pattern);
      continue;
    }
    expect.soft(weight.scripts, `${pattern}: JavaScript in kB`).toBeLessThan(scriptBudget(pattern));
    expect.soft(weight.styles, `${pattern}: CSS in kB`).toBeLessThan(styleBudget);
    expect.soft(weight.fonts, `${pattern}: fonts in kB`).toBeLessThan(fontBudget);
    // A page without any is a reading error, not a light page.
    expect.soft(Math.min(weight.scripts, weight.styles, weight.fonts), pattern).toBeGreaterThan(1);
  }
  expect(redirects).toEqual(["/setup"]);
});

for (const width of [1280, 390]) {
  test(`nothing moves while a log loads, ${width} px wide`, async ({ page, program, receiver }) => {
    receiver.answer(410);
    const id = await program.webhook(receiver.url);
    await program.delivery(id, "failed");
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript(addUpShifts);
    for (const path of ["/deliveries", `/webhooks/${id}/deliveries`]) {
      await page.goto(path);
      await isLive(page);
      await expect(
        page.getByRole("button", { name: /^Retry [\d,]+ deliver(y|ies)$/ }),
      ).toBeVisible();
      await expect(page.getByRole("button", { name: "View as table" })).toBeVisible();
      expect.soft(await page.evaluate(movedSoFar), path).toBeLessThan(0.02);
    }
  });
}

test("a document has its content in place, without a loading state", async ({ page, seeded }) => {
  expect(seeded.deliveries, "a row of the table").toBeTruthy();
  // On a busy machine a document may be late.
  await expect(async () => {
    const document = await (await page.request.get("/deliveries")).text();
    expect(document).toContain(">Deliveries</h1>");
    expect(document).not.toMatch(/aria-label="Loading"|<div hidden id="S:/);
    // The first frame waits for what comes before this script.
    expect(document).toMatch(/rel="expect" href="#_R_".*<\/table>.* id="_R_"/s);
  }).toPass();
});

test("React does not hold back content that arrives late", async ({ page, product }) => {
  const late = await lateDocument(page, product, "/deliveries");
  // React waits 300 ms from this time before it replaces the loading state.
  expect(late.body).toContain("$RT=performance.now()");
  await page.route("/deliveries", (route) => route.fulfill(late));
  await page.goto("/deliveries");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, "$RT"))).toBeUndefined();
});

test("the loading state has room for the line below the title of a webhook", async ({
  browser,
  page,
  product,
  program,
  receiver,
}) => {
  const path = `/webhooks/${await program.webhook(receiver.url)}/deliveries`;
  const tabs = (at: Page) => at.getByRole("navigation", { name: "Webhook" });
  const late = await lateDocument(page, product, path);
  await page.goto(path);
  const place = await tabs(page).boundingBox();
  expect(place).not.toBeNull();
  // Without scripts the loading state stays.
  const loading = await browser.newPage({ javaScriptEnabled: false, baseURL: product.url });
  await loading.route(path, (route) => route.fulfill(late));
  await loading.goto(path);
  expect(await tabs(loading).boundingBox()).toEqual(place);
  await loading.close();
});

/** Cumulative Layout Shift, of unexpected shifts only. */
function addUpShifts() {
  const seen = Object.assign(window, { moved: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!shift.hadRecentInput) seen.moved += shift.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Shifts of a frame are reported after it. */
function movedSoFar(): Promise<number> {
  const seen = window as unknown as { moved: number };
  return new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(seen.moved))),
  );
}
