import { expect, type Locator, type Page } from "@playwright/test";

const longestWay = 60;

/** Tabs on until the control has the focus; every stop on the way must be seen to have it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < longestWay; stop++) {
    await page.keyboard.press("Tab");
    await expectVisibleFocus(page);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${target} was not reached by ${longestWay} tabs`);
}

/** WCAG 2.4.7, 2.4.11: a ring of two pixels, on something that lies inside the window. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  expect(await page.evaluate(complaint)).toBeNull();
}

function complaint(): string | null {
  const element = document.activeElement;
  // Past the last stop and before the first the browser's own bar has its turn.
  if (!element || element === document.body) return null;
  // A radio that lies unseen over its label lets the label show the ring.
  const isUnseen = element.matches("label > input[type='radio'].appearance-none");
  const ringed = (isUnseen && element.parentElement) || element;
  const { outlineStyle, outlineWidth } = getComputedStyle(ringed);
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const ring = outlineStyle === "none" ? 0 : Number.parseFloat(outlineWidth);
  const inside = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  return ring >= 2 && inside ? null : `ring ${ring}, inside ${inside}: ${element.outerHTML}`;
}
