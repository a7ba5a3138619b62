import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page, Route } from "@playwright/test";
import type { Role } from "@/db/enums";
import { expectAccessible } from "./axe";
import { expect, test } from "./fixtures";
import { signedOut, signIn } from "./sign-in";
import { comeAlive } from "./watch";

const password = "another battery staple";

test("a key is rotated: the old one works on until the overlap ends", async ({
  page,
  api,
  stranger,
}) => {
  const name = `pipeline ${randomUUID()}`;
  const data = { name, scopes: ["events:write"] };
  const { key: old } = await (await api.post("/v1/api-keys", { data })).json();
  await page.goto("/keys");
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("button", { name: "Rotate…" }).click();
  const dialog = page.getByRole("dialog", { name: `Rotate ${name}` });
  await expect(dialog.getByRole("radio", { name: "24 hours" })).toBeFocused();
  await dialog.getByRole("radio", { name: "1 hour" }).check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Rotate key" }).click();
  const fresh = (await dialog.getByRole("region", { name: "API key" }).innerText()).trim();
  expect(fresh).not.toBe(old);
  for (const key of [old, fresh]) {
    const answer = await stranger.get("/v1", { headers: { "x-api-key": key } });
    expect(answer.status()).toBe(200);
  }
  await dialog.getByRole("button", { name: "I have stored it" }).click();
  await expect(
    page.getByRole("row").filter({ hasText: name }).filter({ hasText: "Rotated" }),
  ).toHaveCount(1);
});

test("a viewer is invited by a link that works once, gets another role, and is removed", async ({
  page,
  browser,
  product,
}) => {
  const email = `${randomUUID()}@example.com`;
  await page.goto("/users");
  await page.getByRole("button", { name: "Invite user" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite user" });
  await expect(dialog.getByRole("radio", { name: /^viewer/ })).toBeChecked();
  await expect(dialog.getByLabel("E-mail")).toBeFocused();
  await page.keyboard.type(email);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create invitation link" }).click();
  const link = page.getByRole("region", { name: "Invitation link" });
  await expect(link).toContainText(`${product.url}/invite#`);
  const address = (await link.innerText()).trim();
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(link).toContainText(address);
  await page.getByRole("button", { name: "Done" }).click();
  const invited = page.getByRole("table", { name: "Invitations" }).getByRole("row");
  await expect(invited.filter({ hasText: email })).toContainText("Pending");

  const guest = await browser.newPage({ storageState: signedOut });
  // A link opened before in the same tab is answered last.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const hold = async (route: Route) => {
    await held;
    await route.continue();
  };
  await guest.route("**/v1/invitations/preview", hold, { times: 1 });
  await guest.goto(`${product.url}/invite#another`);
  await guest.evaluate((link) => window.location.assign(link), address);
  await expect(guest.getByLabel("E-mail")).toHaveValue(email);
  const late = guest.waitForResponse("**/v1/invitations/preview");
  release();
  await late;
  await guest.getByLabel("Password", { exact: true }).fill("short");
  await guest.getByRole("button", { name: "Accept invitation" }).click();
  await expect(guest.getByText("Use at least 12 characters").last()).toBeVisible();
  await expectAccessible(guest);
  const other = await browser.newPage({ storageState: signedOut });
  const away = { status: 503, json: { code: 50300, message: "The database does not answer." } };
  await other.route("**/v1/invitations/preview", (route) => route.fulfill(away), { times: 1 });
  await other.goto(address);
  await expect(other.getByRole("alert").first()).toContainText("could not be checked");
  await other.getByRole("button", { name: "Try again" }).click();
  await expect(other.getByLabel("E-mail")).toHaveValue(email);
  // The setup may have created a user with the address after the invitation.
  const message = "A user with this e-mail address already exists";
  const json = { code: 40900, message, issues: [{ path: "email", message }] };
  const accepting = "**/v1/invitations/accept";
  await other.route(accepting, (route) => route.fulfill({ status: 409, json }), { times: 1 });
  await other.getByLabel("Password", { exact: true }).fill(password);
  await other.getByRole("button", { name: "Accept invitation" }).click();
  await expect(other.getByText(message)).toBeVisible();
  await expect(other.getByRole("link", { name: "Go to sign-in" })).toBeVisible();
  await other.reload();
  await expect(other.getByLabel("E-mail")).toHaveValue(email);
  await guest.getByLabel("Password", { exact: true }).fill(password);
  await guest.getByRole("button", { name: "Accept invitation" }).click();
  await expect(guest.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  const session = await guest.request.get(`${product.url}/v1/session`);
  expect(await session.json()).toMatchObject({ user: { email, role: "viewer" } });
  await guest.goto(address);
  await expect(guest.getByRole("main").getByRole("alert")).toContainText("has been used.");
  await other.getByLabel("Password", { exact: true }).fill(password);
  await other.getByRole("button", { name: "Accept invitation" }).click();
  await expect(other.locator("form").getByRole("alert")).toContainText("has been used.");
  await expect(other.getByRole("link", { name: "Go to sign-in" })).toBeVisible();
  await expectAccessible(guest);
  await guest.close();
  await other.close();

  const row = page.getByRole("row").filter({ hasText: email });
  await row.getByRole("button", { name: `Role of ${email}: Viewer` }).click();
  await page.getByRole("option", { name: /^Operator/ }).click();
  await expect(row).toContainText("has to sign in again");
  await page.reload();
  await expect(row.getByRole("button", { name: `Role of ${email}: Operator` })).toBeVisible();
  await row.getByRole("button", { name: `Remove ${email}` }).click();
  await page.getByRole("button", { name: "Remove user" }).click();
  await expect(row).toHaveCount(0);
});

test("the user's own row is marked, and the last administrator cannot be demoted", async ({
  page,
}) => {
  await page.goto("/users");
  const mine = page.getByRole("row").filter({ hasText: "You" });
  await expect(mine).toContainText("Last administrator");
  await expect(mine.getByRole("button", { name: /^Role of/ })).toBeDisabled();
  await expect(mine.getByRole("button", { name: /^Remove/ })).toHaveCount(0);
});

test("the system page shows the state of all parts", async ({ page }) => {
  await page.goto("/system");
  const parts = page.getByRole("main").getByRole("list").first();
  for (const part of ["API", "Database", "Workers", "Migrations"]) {
    await expect(parts.getByRole("heading", headed(part, "Good"))).toBeVisible();
  }
  const failed = parts.getByRole("listitem").filter({ hasText: "Failed, last 24 h" });
  await expect(failed).toContainText("deliveries that are not retried any more");
  await expect(page.getByRole("table", { name: "Workers, oldest first" })).toContainText("Running");
  await page.getByRole("heading", { name: "Configuration" }).click();
  const settings = page.getByRole("table", { name: "Environment variables" });
  const setting = (name: string) => settings.getByRole("row").filter({ hasText: name });
  await expect(setting("REQUESTS_PER_MINUTE")).toContainText("Environment");
  // Postback made this one itself.
  await expect(setting("MASTER_KEY")).toContainText("Not set");
});

test("settings apply at once and to the next page", async ({ page }) => {
  await page.goto("/settings");
  await expect(page.getByText("RETENTION_DAYS")).toBeVisible();
  await page.getByRole("radio", { name: "Compact" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-density", "compact");
  await page.reload();
  await expect(page.getByRole("radio", { name: "Compact" })).toBeChecked();
});

test.describe("somebody else", () => {
  test.use({ storageState: signedOut });

  test("changes the password, and ends another session", async ({ page, api, stranger }) => {
    const person = await somebody(api, "viewer");
    await signInAs(page, person);
    const elsewhere = await stranger.post("/v1/session", { data: person });
    expect(elsewhere.status()).toBe(201);
    await page.goto("/settings");
    await page.getByRole("button", { name: /^Sign out/ }).click();
    await expect(page.getByRole("button", { name: /^Sign out/ })).toHaveCount(0);
    expect((await stranger.get("/v1/session")).status()).toBe(401);

    await page.getByLabel("Current password").fill("not the password");
    await page.getByLabel("New password").fill(`${password} again`);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByLabel("Current password")).toHaveAccessibleDescription(
      /not the password/,
    );
    await page.getByLabel("Current password").fill(password);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText(/^Saved/)).toBeVisible();
    const again = { email: person.email, password: `${password} again` };
    expect((await stranger.post("/v1/session", { data: again })).status()).toBe(201);
  });

  test("a read-only user sees an explanation and a link back", async ({ page, api, program }) => {
    const webhook = await program.webhook("https://hooks.example/seen");
    await signInAs(page, await somebody(api, "viewer"));
    await page.goto(`/webhooks/${webhook}/settings`);
    await expect(page.getByLabel("Callback URL")).toBeDisabled();
    await expect(page.getByRole("button", { name: "All events" })).toHaveCount(0);
    await page.goto(`/webhooks/${webhook}/deliveries`);
    await expect(page.getByText("Your role cannot send test events.")).toBeVisible();
    await comeAlive(page);
    await expect(page.getByRole("region", { name: "curl command" })).toHaveCount(0);
    const forAdministrators = ["/users", "/accounts", "/alerts", "/audit", "/keys"];
    const forEditors = ["/webhooks/new", "/replays/new?status=failed"];
    for (const address of [...forAdministrators, ...forEditors]) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(/cannot open this page/);
    }
    await expectAccessible(page);
    const places = page.getByRole("navigation", { name: "Main" });
    await expect(places.getByRole("link", { name: "Audit" })).toHaveCount(0);
    await page.getByRole("link", { name: "Deliveries" }).last().click();
    await expect(page).toHaveURL("/deliveries");
  });
});

const headed = (part: string, word: string) => ({ name: new RegExp(`^${part}\\s*: ${word}$`) });

async function somebody(api: APIRequestContext, role: Role) {
  const person = { email: `${randomUUID()}@example.com`, password };
  const answer = await api.post("/v1/users", { data: { ...person, role } });
  expect(answer.status(), await answer.text()).toBe(201);
  return person;
}

async function signInAs(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.goto("/login?next=/events");
  await signIn(page, person);
  await expect(page).toHaveURL("/events");
  await comeAlive(page);
}
