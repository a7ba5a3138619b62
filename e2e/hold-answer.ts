import type { Page } from "@playwright/test";

/**
 * Holds the answer to the page's next such request back, until `release` is called. `held` resolves once the server has
 * answered it.
 */
export async function holdAnswer(page: Page, url: string | RegExp, method = "GET") {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let note = () => {};
  const held = new Promise<void>((resolve) => {
    note = resolve;
  });
  let isFirst = true;
  await page.route(url, async (route) => {
    if (!isFirst || route.request().method() !== method) return route.fallback();
    isFirst = false;
    const response = await route.fetch();
    note();
    await released;
    await route.fulfill({ response });
  });
  return { held, release };
}
