import { type Browser, chromium, type Locator, type Page } from "@playwright/test";
import { addressOf, pages } from "@/tests/routes";
import { expect, test } from "./fixtures";
import { signIn } from "./sign-in";
import { comeAlive } from "./watch";
import { walkTo } from "./without-prefetched-data";

const name = "postback.lan";

/** Pages that are not part of the dashboard. */
const apart = /^\/(login|invite|enter|setup|docs.*)$/;

/** A browser that reaches this machine by a local network name: with plain HTTP that is no secure context. */
async function onTheLan(url: string, work: (browser: Browser, origin: string) => Promise<void>) {
  const { launchOptions = {} } = test.info().project.use;
  const rules = `--host-resolver-rules=MAP ${name} 127.0.0.1`;
  const args = [...(launchOptions.args ?? []), rules];
  const browser = await chromium.launch({ ...launchOptions, args });
  const { port } = new URL(url);
  await work(browser, `http://${name}:${port}`).finally(() => browser.close());
}

test("on a plain-http origin of the local network every page works, and copying copies", async ({
  product,
  seeded,
}) => {
  test.slow();
  await onTheLan(product.url, async (browser, origin) => {
    const context = await browser.newContext({ baseURL: origin });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on("pageerror", ({ message }) => faults.push(`${page.url()}: ${message}`));
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(`${page.url()}: ${message.text()}`);
    });
    await page.goto("/login");
    expect(await page.evaluate(() => [isSecureContext, typeof navigator.clipboard])).toEqual([
      false,
      "undefined",
    ]);
    await signIn(page);
    await page.waitForURL((url) => url.pathname !== "/login");
    // Loading each page anew would take half a minute. Five are loaded below.
    for (const pattern of pages.filter((each) => !apart.test(each))) {
      await walkTo(page, addressOf(pattern, seeded));
      await expect.soft(page.getByRole("heading", { level: 1 }), pattern).toBeVisible();
    }
    await page.goto("/docs/verify");
    await comeAlive(page);

    await page.goto(`/deliveries/${seeded.deliveries}`);
    await page
      .getByRole("button", { name: /^Copy delivery id/i })
      .first()
      .click();
    await expect(page.getByText("Copied", { exact: true }).first()).toBeAttached();
    await expectCopied(page, String(seeded.deliveries));

    await page.goto("/keys");
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByLabel("Name").fill("copied");
    await page.getByRole("button", { name: "Create key" }).click();
    const key = (await page.getByRole("region", { name: "API key" }).innerText()).trim();
    const dialog = page.getByRole("dialog");
    await clickAsInSafari(dialog.getByRole("button", { name: "Copy API key" }));
    await expect(dialog).toBeFocused();
    await expect(dialog.getByText("Copied", { exact: true })).toBeAttached();
    await expectCopied(page, key);
    expect(faults).toEqual([]);
  });
});

async function expectCopied(page: Page, text: string): Promise<void> {
  await page.goto("/webhooks/new");
  await comeAlive(page);
  const field = page.getByLabel("Callback URL");
  await field.focus();
  await page.keyboard.press("ControlOrMeta+V");
  await expect(field).toHaveValue(text);
}

/** Clicks a button without giving it the focus, which goes to the dialog around it. */
async function clickAsInSafari(button: Locator): Promise<void> {
  await button.evaluate((element) =>
    element.addEventListener("mousedown", (event) => {
      event.preventDefault();
      element.closest<HTMLElement>("[role=dialog]")?.focus();
    }),
  );
  await button.click();
}
