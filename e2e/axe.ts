import { expect, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** What passed is not told, and the style sheets are our own. */
const brief: RunOptions = { resultTypes: ["violations"], preload: false };

/** WCAG 2.2 AA, target sizes included, and what is good practice beside it. */
const all: RunOptions = {
  ...brief,
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
const contrast: RunOptions = { ...brief, runOnly: { type: "rule", values: ["color-contrast"] } };

const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

/** What a page of 1280 px is at 400 % (WCAG 1.4.10). */
const reflow = { width: 320, height: 256 };

/** No violation, and no scrolling sideways: light and dark, on a desk and on a phone. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    await expectNone(page, size, all);
    // Colours alone are others in the dark.
    await expectNone(page, `${size}, in the dark`, contrast);
    expect.soft(await page.evaluate(overflow), `${page.url()}, ${size}: scrolls by`).toBe(0);
  }
  await page.setViewportSize(reflow);
  expect.soft(await page.evaluate(overflow), `${page.url()}, at 320 px: scrolls by`).toBe(0);
}

async function expectNone(page: Page, how: string, options: RunOptions): Promise<void> {
  const colorScheme = options === contrast ? "dark" : "light";
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate(settle);
  // Once for a document, and by ourselves: reading it takes as long as looking, and a library would at each look.
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

/** Colours that are still on their way to the other theme would be measured half-way. */
function settle(): void {
  for (const animation of document.getAnimations()) {
    if (animation instanceof CSSTransition) animation.finish();
  }
}

function overflow(): number {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth - clientWidth;
}
