import type { Page } from "@playwright/test";

/** Holds the page's scripts back, or those that contain a text, until the returned function is called. */
export async function holdScripts(page: Page, text = ""): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/_next\/static\/chunks\/.*\.js/, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    if (body.includes(text)) await held;
    await route.fulfill({ response, body });
  });
  return release;
}
