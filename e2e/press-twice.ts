import type { Locator } from "@playwright/test";

/** Presses a button twice at once, as a busy page receives two presses. No event says that they belong together. */
export function pressTwice(button: Locator): Promise<void> {
  return button.evaluate((element: HTMLButtonElement) => {
    element.click();
    element.click();
  });
}
