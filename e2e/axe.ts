import { expect, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
    /** Elements that the last check covered. */
    shownBefore?: WeakSet<Element>;
  }
}

/** Reports no passes, and fetches no style sheets. */
const brief: RunOptions = { resultTypes: ["violations"], preload: false };

/** WCAG 2.2 AA including target sizes, and best practices. Axe counts the rule for "label in name" as experimental. */
const all: RunOptions = {
  ...brief,
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  rules: { "label-content-name-mismatch": { enabled: true } },
};
const contrast: RunOptions = { ...brief, runOnly: { type: "rule", values: ["color-contrast"] } };

const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

/** A page of 1280 px at 400 % (WCAG 1.4.10). */
const reflow = { width: 320, height: 256 };

type Look = {
  size: keyof typeof sizes;
  colorScheme: "light" | "dark";
  options: RunOptions;
  /** The part that is checked; all of the page by default. */
  within?: string;
  /** Whether elements that the look before shows are left out. */
  isRest?: boolean;
};

/** All rules run once in each size and once in each theme. The colours of an element in one theme are checked in one size. */
const allLooks: Look[] = [
  { size: "desktop", colorScheme: "light", options: all },
  { size: "phone", colorScheme: "light", options: contrast, isRest: true },
  { size: "phone", colorScheme: "dark", options: all },
  { size: "desktop", colorScheme: "dark", options: contrast, isRest: true },
];
/** For states of pages that are checked in all looks elsewhere, as is the frame around them. */
export const mainInTwoLooks: Look[] = [
  { size: "desktop", colorScheme: "light", options: all, within: "main" },
  { size: "phone", colorScheme: "dark", options: contrast, within: "main" },
];

const links: RunOptions = { ...brief, runOnly: { type: "rule", values: ["link-in-text-block"] } };
/** For states with a link in a sentence, which more than its colour must show (WCAG 1.4.1). */
export const linksInText: Look[] = [
  { size: "desktop", colorScheme: "light", options: links, within: "main" },
];

/** Expects no violation and no horizontal scrolling: light and dark, desktop and phone. */
export async function expectAccessible(page: Page, looks = allLooks): Promise<void> {
  const lastOnPhone = looks.findLast(({ size }) => size === "phone");
  for (const look of looks) {
    await page.setViewportSize(sizes[look.size]);
    await expectNone(page, look);
    expect.soft(await page.evaluate(overflow), `${page.url()}, ${look.size}: scrolls by`).toBe(0);
    if (look.size !== "phone") continue;
    expect.soft(await page.evaluate(hardToTypeIn), `${page.url()}, fields of a phone`).toEqual([]);
    if (look !== lastOnPhone) continue;
    const enlarged = await page.evaluate(overflowOfLargeText);
    expect.soft(enlarged, `${page.url()}, phone, text at 200 %: sticks out`).toEqual([]);
  }
  await page.setViewportSize(reflow);
  expect.soft(await page.evaluate(overflow), `${page.url()}, at 320 px: scrolls by`).toBe(0);
}

async function expectNone(page: Page, look: Look): Promise<void> {
  const { size, colorScheme, options, within = "html", isRest = false } = look;
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate(finishAnimations);
  // Injected once per document and by ourselves: parsing it takes as long as a check, and the library does it each time.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(violationsOf, { options, within, isRest });
  expect.soft(violations, `${page.url()}, ${size}, ${colorScheme}`).toEqual([]);
}

type Check = { options: RunOptions; within: string; isRest: boolean };

/** Runs in the page. */
async function violationsOf({ options, within, isRest }: Check) {
  const isShown = (each: Element) => {
    const { width, height } = each.getBoundingClientRect();
    // Text for screen readers only is a pixel large.
    return each.checkVisibility({ opacityProperty: true }) && width > 1 && height > 1;
  };
  const shown = [
    ...document.querySelectorAll(within),
    ...document.querySelectorAll(`${within} *`),
  ].filter(isShown);
  const rest = shown.filter((each) => !window.shownBefore?.has(each));
  window.shownBefore = new WeakSet(shown);
  if (isRest && rest.length === 0) return [];
  const { violations } = await window.axe.run(isRest ? { include: rest } : within, options);
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

/** Returns fields that Safari zooms into, because of their small text, and those of ids and code that a keyboard would correct. */
function hardToTypeIn(): string[] {
  const fields = [...document.querySelectorAll<HTMLElement>("textarea, input")].filter(
    (each) => !each.matches("[type=checkbox], [type=radio]") && each.checkVisibility(),
  );
  const isSmall = (each: Element) => Number.parseFloat(getComputedStyle(each).fontSize) < 16;
  const isCorrected = (each: Element) =>
    each.matches("textarea, [type=search], [name=password]") &&
    !each.matches("[autocapitalize=none][autocorrect=off][spellcheck=false]");
  return fields
    .filter((each) => isSmall(each) || isCorrected(each))
    .map(({ outerHTML }) => outerHTML.slice(0, 200));
}

/** Returns the elements that are wider than the page with text at 200 % (WCAG 1.4.4). The page never draws this size: it is one task. */
function overflowOfLargeText(): string[] {
  const root = document.documentElement;
  root.style.fontSize = "200%";
  const [width, by] = [root.clientWidth, root.scrollWidth - root.clientWidth];
  const sticksOut = (each: Element) => each.getBoundingClientRect().right > width;
  const wide = by > 0 ? [...document.querySelectorAll("body *")].filter(sticksOut) : [];
  const found = wide.filter((each) => ![...each.children].some(sticksOut));
  root.style.removeProperty("font-size");
  return by > 0 ? [`${by} px`, ...found.map(({ outerHTML }) => outerHTML.slice(0, 200))] : [];
}

function overflow(): number {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth - clientWidth;
}
