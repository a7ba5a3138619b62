import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** WCAG 2.2 AA, target sizes included, and what is good practice beside it. */
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

/** What a page of 1280 px is at 400 % (WCAG 1.4.10). */
const reflow = { width: 320, height: 256 };

/** What passed is not told, and the style sheets are our own: that halves the time. */
const brief = { resultTypes: ["violations" as const], preload: false };

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

async function expectNone(page: Page, how: string, narrow: (axe: AxeBuilder) => AxeBuilder) {
  const colorScheme = narrow === contrast ? "dark" : "light";
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate(settle);
  // Without frames there is nothing that a page of its own would have to put together.
  const axe = new AxeBuilder({ page }).setLegacyMode().options(brief);
  const { violations } = await narrow(axe).analyze();
  const found = violations.map(({ id, nodes }) => ({ id, where: nodes.map(describe) }));
  expect.soft(found, `${page.url()}, ${how}`).toEqual([]);
}

const all = (axe: AxeBuilder) => axe.withTags(rules);
const contrast = (axe: AxeBuilder) => axe.withRules(["color-contrast"]);

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

function describe({ html, failureSummary }: { html: string; failureSummary?: string }): string {
  return `${html.slice(0, 200)} ${failureSummary ?? ""}`;
}
