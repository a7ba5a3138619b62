import { expect, type Page } from "@playwright/test";

/**
 * A page that fails the test if it throws, or if React reports a hydration mismatch. Waits for hydration before
 * anything is typed.
 */
export async function watch(page: Page, use: (page: Page) => Promise<void>): Promise<void> {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.stack ?? error.message}`));
  page.on("console", (message) => {
    // Error responses are checked by the tests.
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
  // Requests that a test still answers would fail once the page is closed.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  expect(faults, "errors in the browser").toEqual([]);
}

/** Waits after the page navigated by itself, as after signing in. */
export async function comeAlive(page: Page): Promise<void> {
  await page.waitForFunction(isAlive);
}

/**
 * Waits until React has hydrated every control and run effects, which listen for keys: text typed earlier may be lost. React
 * knows a control before it has committed it, and runs effects after the next frame.
 */
function isAlive(): boolean | Promise<true> {
  const controls = [...document.querySelectorAll("button, input, select, textarea")];
  const isHydrated = controls.every((each) =>
    Object.keys(each).some((key) => key.startsWith("__reactFiber")),
  );
  const nextFrame = () =>
    new Promise<true>((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0, true)));
  return isHydrated && nextFrame();
}
