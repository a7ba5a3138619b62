import { expect, type Locator, type Page } from "@playwright/test";

const longestWay = 60;

/** Presses Tab until the control has focus; every stop on the way must have a visible focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < longestWay; stop++) {
    await page.keyboard.press("Tab");
    await expectVisibleFocus(page);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${target} was not reached by ${longestWay} tabs`);
}

/** WCAG 2.4.7, 2.4.11: a ring of two pixels, on an element inside the viewport. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  expect(await page.evaluate(complaint)).toBeNull();
}

function complaint(): string | null {
  const element = document.activeElement;
  // After the last stop and before the first, focus is in the browser's own UI.
  if (!element || element === document.body) return null;
  // A radio hidden over its label lets the label show the ring.
  const isUnseen = element.matches("label > input[type='radio'].appearance-none");
  const ringed = (isUnseen && element.parentElement) || element;
  const { outlineStyle, outlineWidth } = getComputedStyle(ringed);
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const ring = outlineStyle === "none" ? 0 : Number.parseFloat(outlineWidth);
  const inside = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  return ring >= 2 && inside ? null : `ring ${ring}, inside ${inside}: ${element.outerHTML}`;
}
