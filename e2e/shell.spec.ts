import { expectAccessible } from "./axe";
import { expect, test } from "./fixtures";
import { admin, fillEntry, signedOut, signIn } from "./sign-in";
import { comeAlive } from "./watch";

const finder = { name: "Search or paste an id" };

test("single-key shortcuts navigate, except while typing", async ({ page }) => {
  await page.goto("/webhooks");
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await expect(page).toHaveURL("/deliveries");
  await page.keyboard.press("g");
  await page.keyboard.press("k");
  await expect(page).toHaveURL("/keys");
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await expect(page).toHaveURL("/system");

  await page.goto("/webhooks/new");
  await page.getByLabel("Callback URL").pressSequentially("g d?/");
  await expect(page.getByLabel("Callback URL")).toHaveValue("g d?/");
  await expect(page).toHaveURL("/webhooks/new");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a page prefetches only the pages whose links are pointed at", async ({ page, program }) => {
  const id = await program.webhook("https://example.com/hooks");
  const prefetched: string[] = [];
  page.on("request", (request) => {
    if ("next-router-prefetch" in request.headers())
      prefetched.push(new URL(request.url()).pathname);
  });
  const menu = page.getByRole("navigation", { name: "Main" });
  for (const address of ["/", "/deliveries", "/webhooks", `/webhooks/${id}`, "/system"]) {
    prefetched.length = 0;
    await page.goto(address);
    await menu.getByRole("link", { name: "API keys" }).hover();
    await expect.poll(() => prefetched).toContain("/keys");
    expect(new Set(prefetched), address).toEqual(new Set(["/keys"]));
    await page.mouse.move(0, 0);
  }
});

test("? lists every key, those of the log among them", async ({ page }) => {
  await page.goto("/events");
  await page.keyboard.press("Shift+?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet.getByRole("heading", { name: "In the delivery log" })).toBeVisible();
  await expect(sheet.getByRole("listitem").filter({ hasText: "Audit" })).toContainText(
    "Auditgthena",
  );
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
});

test("disabled single-key shortcuts do nothing; Ctrl+K still works", async ({ page }) => {
  await page.goto("/settings");
  await page.getByRole("checkbox", { name: "Single-key shortcuts" }).uncheck();
  await page.goto("/deliveries");
  await page.locator("body").focus();
  const letters = [..."abcdefghijklmnopqrstuvwxyz/.[]123", "Shift+?", "Shift+R", "Shift+X"];
  for (const key of letters) await page.keyboard.press(key);
  await expect(page).toHaveURL("/deliveries");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", finder)).toBeFocused();
});

test("the navigation is as high as the window", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/users");
  // It comes once the page is idle, below the navigation and the page.
  await page.locator("#update").waitFor({ state: "attached" });
  const nav = page.getByRole("navigation", { name: "Main" });
  expect((await nav.boundingBox())!.height).toBe(900);
});

test("a menu is never drawn without its content", async ({ page }) => {
  await page.goto("/deliveries");
  const frames = page.evaluate(() => {
    return new Promise<(string | undefined)[]>((resolve) => {
      const seen: (string | undefined)[] = [];
      const look = () => {
        const panel = document.querySelector<HTMLElement>("[role=dialog][aria-label='Time zone']");
        seen.push(panel?.innerText);
        if (panel?.innerText) resolve(seen);
        else requestAnimationFrame(look);
      };
      look();
    });
  });
  await page.getByRole("button", { name: /^Time zone/ }).click();
  expect(new Set((await frames).slice(0, -1))).toEqual(new Set([undefined]));
});

test("the theme is in the first byte of the next page", async ({ page, context }) => {
  await page.goto("/webhooks");
  await page.getByRole("button", { name: "Theme: System. Change to Light" }).click();
  await page.getByRole("button", { name: "Theme: Light. Change to Dark" }).click();
  const html = await (await context.request.get("/webhooks")).text();
  expect(html).toContain('data-theme="dark"');
  await page.getByRole("button", { name: "Theme: Dark. Change to System" }).click();
  await expect(page.locator("html")).not.toHaveAttribute("data-theme");
});

test("the health pill shows a failing webhook and links to it", async ({
  page,
  program,
  receiver,
}) => {
  receiver.answer(500);
  await program.webhook(receiver.url);
  await page.goto("/events");
  const icon = page.locator('link[rel="icon"]').last();
  await expect(icon).toHaveAttribute("href", /\/icon\./);
  // Ten failures in a row open the circuit.
  for (let n = 0; n < 10; n++) await program.publish();
  const pill = page.getByRole("link", { name: "Health: 1 failing" });
  await expect(pill).toBeVisible();
  await expect(icon).toHaveAttribute("href", "/icon-failing.svg");
  expect((await page.request.get("/icon-failing.svg")).headers()["content-type"]).toContain("svg");
  await pill.click();
  await expect(page).toHaveURL("/webhooks?status=failing");
  await expect(icon).toHaveAttribute("href", "/icon-failing.svg");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("four places stand under the thumb, the others behind More", async ({ page }) => {
    await page.goto("/deliveries");
    const bar = page.getByRole("navigation", { name: "Main" });
    await expect(bar.getByRole("link")).toHaveCount(4);
    await bar.getByRole("button", { name: "More" }).click();
    const sheet = page.getByRole("dialog", { name: "More" });
    await expect(sheet).toContainText(admin.email);
    await expectAccessible(page);
    await sheet.getByRole("link", { name: "System" }).click();
    await expect(page).toHaveURL("/system");
    await expect(sheet).toHaveCount(0);
    await expect(bar.getByRole("button", { name: "More" })).toHaveAttribute("aria-current", "true");
  });
});

test.describe("a session of one's own", () => {
  test.use({ storageState: signedOut });

  test("that ends during work is renewed in a dialog, and the work continues", async ({
    page,
    receiver,
  }) => {
    await page.goto("/login?next=/webhooks/new");
    await signIn(page);
    await expect(page).toHaveURL("/webhooks/new");
    await comeAlive(page);
    await page.getByLabel("Callback URL").fill(receiver.url);
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Create webhook" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Your session has ended" });
    await expect(dialog.getByLabel("E-mail")).toHaveValue(admin.email);
    await expect(dialog.getByLabel("Password", { exact: true })).toBeFocused();
    await expectAccessible(page);
    await fillEntry(page, admin);
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("Webhook created")).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  test("is renewed once for all tabs, which keep their focus", async ({
    page,
    context,
    receiver,
  }) => {
    await page.goto("/login?next=/webhooks/new");
    await signIn(page);
    await expect(page).toHaveURL("/webhooks/new");
    await comeAlive(page);
    const other = await context.newPage();
    await other.goto("/audit");
    await comeAlive(other);
    const field = page.getByLabel("Callback URL");
    const check = page.getByRole("button", { name: "Check now" });
    await field.fill(receiver.url);
    await check.focus();
    await other.getByRole("button", { name: "Deletions" }).focus();
    await context.clearCookies();
    // Keys and not clicks: a query of the page itself may ask for the password first, above the buttons.
    await page.keyboard.press("Enter");
    await other.keyboard.press("Enter");
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toBeVisible();
    await expect(other.getByRole("alertdialog")).toBeVisible();
    await other.getByLabel("Password", { exact: true }).fill(admin.password);
    await other.getByRole("button", { name: "Sign in" }).click();
    await expect(other.getByRole("alertdialog")).toHaveCount(0);
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await expect(dialog).toHaveCount(0);
    await expect(check).toBeFocused();
    await expect(field).toHaveValue(receiver.url);
  });
});
