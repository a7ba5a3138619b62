import { type Browser, expect, type Page } from "@playwright/test";

export const admin = { email: "admin@example.com", password: "correct horse battery" };
/** A browser without a session. */
export const signedOut = { cookies: [], origins: [] };

/** Creates the first administrator with the sign-up link and returns the session. */
export async function setUp(browser: Browser, link: string) {
  const page = await browser.newPage();
  await page.goto(link);
  await fillEntry(page, admin);
  await page.getByRole("button", { name: "Create administrator" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  const session = await page.context().storageState();
  await page.close();
  return session;
}

/** Signs in on the sign-in page. */
export async function signIn(page: Page, person = admin): Promise<void> {
  await fillEntry(page, person);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export async function fillEntry(page: Page, { email, password }: typeof admin): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
}
