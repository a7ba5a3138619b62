import { expect, type Page } from "@playwright/test";

export const rows = (page: Page) => page.locator("a[data-row]");
export const isLive = (page: Page) => expect(page.getByText("Live", { exact: true })).toBeVisible();
