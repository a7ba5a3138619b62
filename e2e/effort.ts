import { expect, type Locator, type Page } from "@playwright/test";

/** A person with a budget: every click and every key is counted. */
export class Effort {
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

  /** A chord is one key, as a hand has it. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.#keys++;
      await this.#page.keyboard.press(key);
    }
  }

  /** What comes from the clipboard is one key however long it is. */
  async paste(text: string): Promise<void> {
    this.#keys++;
    await this.#page.keyboard.insertText(text);
  }

  /** What a person has to know by heart is typed key by key. */
  async type(text: string): Promise<void> {
    this.#keys += text.length;
    await this.#page.keyboard.type(text);
  }

  expectAtMost(limit: { clicks?: number; keys?: number }): void {
    expect(this.#clicks, "clicks").toBeLessThanOrEqual(limit.clicks ?? 0);
    expect(this.#keys, "keys").toBeLessThanOrEqual(limit.keys ?? 0);
  }
}
