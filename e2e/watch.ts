import { expect, type Page } from "@playwright/test";

/** A test fails too when its page threw, or React complained of what the server had drawn. */
export async function watch(page: Page, use: (page: Page) => Promise<void>): Promise<void> {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.stack ?? error.message));
  page.on("console", (message) => {
    // An answer that is no success is the test's own business.
    if (message.type() !== "error" || message.text().startsWith("Failed to load")) return;
    faults.push(message.text());
  });
  await use(page);
  expect(faults, "errors in the browser").toEqual([]);
}
