import { expect, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Reports no passes, and fetches no style sheets. */
const brief: RunOptions = { resultTypes: ["violations"], preload: false };

/** WCAG 2.2 AA including target sizes, and best practices. */
const all: RunOptions = {
  ...brief,
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
const contrast: RunOptions = { ...brief, runOnly: { type: "rule", values: ["color-contrast"] } };

const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

/** A page of 1280 px at 400 % (WCAG 1.4.10). */
const reflow = { width: 320, height: 256 };

/** Expects no violation and no horizontal scrolling: light and dark, desktop and phone. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    await expectNone(page, size, all);
    // Only colours differ in the dark theme.
    await expectNone(page, `${size}, in the dark`, contrast);
    expect.soft(await page.evaluate(overflow), `${page.url()}, ${size}: scrolls by`).toBe(0);
  }
  await page.setViewportSize(reflow);
  expect.soft(await page.evaluate(overflow), `${page.url()}, at 320 px: scrolls by`).toBe(0);
}

async function expectNone(page: Page, how: string, options: RunOptions): Promise<void> {
  const colorScheme = options === contrast ? "dark" : "light";
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate(finishAnimations);
  // Injected once per document and by ourselves: parsing it takes as long as a check, and the library does it each time.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  expect.soft(await page.evaluate(look, options), `${page.url()}, ${how}`).toEqual([]);
}

async function look(options: RunOptions) {
  const { violations } = await window.axe.run(document, options);
  return violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`),
  }));
}

/** Waits for colour transitions, which would be measured half-way. */
function finishAnimations(): void {
  for (const animation of document.getAnimations()) {
    if (animation instanceof CSSTransition) animation.finish();
  }
}

function overflow(): number {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth - clientWidth;
}
