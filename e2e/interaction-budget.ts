import { expect, type Locator, type Page } from "@playwright/test";

/** Counts clicks and keys of a journey. */
export class InteractionBudget {
  readonly #page: Page;
  #clicks = 0;
  #keys = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async click(target: Locator): Promise<void> {
    this.#clicks++;
    await target.click();
  }

  /** A chord counts as one key. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.#keys++;
      await this.#page.keyboard.press(key);
    }
  }

  /** A paste counts as one key, whatever its length. */
  async paste(text: string): Promise<void> {
    this.#keys++;
    await this.#page.keyboard.insertText(text);
  }

  /** Counts each character as a key. */
  async type(text: string): Promise<void> {
    this.#keys += text.length;
    await this.#page.keyboard.type(text);
  }

  expectAtMost(limit: { clicks?: number; keys?: number }): void {
    expect(this.#clicks, "clicks").toBeLessThanOrEqual(limit.clicks ?? 0);
    expect(this.#keys, "keys").toBeLessThanOrEqual(limit.keys ?? 0);
  }
}
