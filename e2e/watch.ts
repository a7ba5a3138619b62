import { expect, type Page } from "@playwright/test";

/**
 * A page as a person meets it: come to life before anything is typed, and at fault when it threw or when
 * React complained of what the server had drawn.
 */
export async function watch(page: Page, use: (page: Page) => Promise<void>): Promise<void> {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.stack ?? error.message}`));
  page.on("console", (message) => {
    // An answer that is no success is the test's own business.
    if (message.type() !== "error" || message.text().startsWith("Failed to load")) return;
    faults.push(message.text());
  });
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (...address) => {
    const answer = await goto(...address);
    await comeAlive(page);
    return answer;
  };
  page.reload = async (...options) => {
    const answer = await reload(...options);
    await comeAlive(page);
    return answer;
  };
  await use(page);
  expect(faults, "errors in the browser").toEqual([]);
}

/** For where the page itself moved on, as after signing in. */
export async function comeAlive(page: Page): Promise<void> {
  await page.waitForFunction(isAlive);
}

/** React has taken every control over from the server's HTML; what is typed before that may be lost. */
function isAlive(): boolean {
  const controls = [...document.querySelectorAll("button, input, select, textarea")];
  return controls.every((each) => Object.keys(each).some((key) => key.startsWith("__reactFiber")));
}
