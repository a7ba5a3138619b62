import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { expect, test } from "./fixtures";
import { holdAnswer } from "./hold-answer";
import { holdScripts } from "./hold-scripts";

test("a new key is shown once, works at once, and is gone for good when the dialog closes", async ({
  page,
  stranger,
}) => {
  const name = `pipeline ${randomUUID()}`;
  const key = await issue(page, name);
  const dialog = page.getByRole("dialog", { name: "New API key" });
  await expect(dialog).toContainText("It is shown only once");
  const headers = { "x-api-key": key };
  const data = { event: "AVATAR_TRAINING_FAILED", data: { avatarId: "avatar-1" } };
  expect((await stranger.post("/v1/events", { headers, data })).status()).toBe(202);
  expect((await stranger.get("/v1/api-keys", { headers })).status()).toBe(403);

  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(dialog.getByRole("button", { name: "Close" })).toHaveCount(0);
  await expect(dialog.getByRole("region", { name: "API key" })).toContainText(key);
  await dialog.getByRole("button", { name: "I have stored it" }).click();
  // The dialog is in the address: a reload before it has left would open it again.
  await expect(page).toHaveURL("/keys");
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText(`${key.slice(0, 8)}`);
  await expect(row).toContainText("events:write");
  expect(await page.content()).not.toContain(key);
  // Uses are written once a second.
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText(/now|\d+\ss ago/, { timeout: 1000 });
  }).toPass();
  expect(await page.content()).not.toContain(key);
});

test("Ctrl+Enter pressed again while a key is checked or created creates no other", async ({
  page,
}) => {
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(new URL(request.url()).pathname);
  });
  const { release } = await holdAnswer(page, "**/v1/api-keys", "POST");
  await page.goto("/keys?new=1");
  await page.getByLabel("Name").fill(`twice ${randomUUID()}`);
  const releaseScripts = await holdScripts(page);
  await page.getByLabel("Name").press("Control+Enter");
  await page.getByLabel("Name").press("Control+Enter");
  await expect(page.getByRole("button", { name: "Creating…" })).toBeVisible();
  releaseScripts();
  await expect.poll(() => posts).toHaveLength(1);
  await page.getByLabel("Name").press("Control+Enter");
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(page.getByRole("button", { name: "Cancel" })).toBeDisabled();
  release();
  await expect(page.getByRole("region", { name: "API key" })).toBeVisible();
  expect(posts).toEqual(["/v1/api-keys"]);
});

test("nothing closes a dialog whose key or link is on its way", async ({ page, api }) => {
  const name = `turned ${randomUUID()}`;
  await api.post("/v1/api-keys", { data: { name, scopes: ["events:write"] } });
  const rotating = await holdAnswer(page, "**/v1/api-keys/*/rotate", "POST");
  await page.goto("/keys");
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("button", { name: "Rotate" }).click();
  await page.getByRole("button", { name: "Rotate key" }).click();
  await rotating.held;
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Cancel" })).toBeDisabled();
  rotating.release();
  await expect(page.getByRole("region", { name: "API key" })).toBeVisible();

  const inviting = await holdAnswer(page, "**/v1/invitations", "POST");
  await page.goto("/users?new=1");
  await page.getByLabel("E-mail").fill(`${randomUUID()}@example.com`);
  await page.getByLabel("E-mail").press("Control+Enter");
  await inviting.held;
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Cancel" })).toBeDisabled();
  inviting.release();
  await expect(page.getByRole("dialog", { name: "Invitation link" })).toBeVisible();
});

test("a revoked key is refused from the next request on, and can be restored", async ({
  page,
  stranger,
}) => {
  const name = `leaked ${randomUUID()}`;
  const key = await issue(page, name);
  const headers = { "x-api-key": key };
  expect((await stranger.get("/v1", { headers })).status()).toBe(200);
  await page.getByRole("button", { name: "I have stored it" }).click();
  await expect(page).toHaveURL("/keys");
  const row = page.getByRole("row").filter({ hasText: name });
  // Uses are written once a second.
  await expect(async () => {
    await page.reload();
    await expect(row).not.toContainText("Never used", { timeout: 1000 });
  }).toPass();

  await page.getByRole("button", { name: `Revoke ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: `Revoke ${name}?` });
  await expectAccessible(page);
  await expect(dialog).toContainText("It can be restored within five minutes.");
  await dialog.getByRole("button", { name: "Revoke key" }).click();
  const field = dialog.getByLabel(`Type ${name} to confirm`);
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/as it is written above/);
  await field.fill(name);
  await expect(field).toHaveAccessibleDescription("");
  const revoking = await holdAnswer(page, "**/v1/api-keys/*", "DELETE");
  await dialog.getByRole("button", { name: "Revoke key" }).click();
  await revoking.held;
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("button", { name: "Keep it" })).toBeDisabled();
  revoking.release();
  // Behind a dialog, rows are hidden from the accessibility tree.
  await expect(dialog).toHaveCount(0);
  await expect(row).toHaveCount(0);
  const refused = await stranger.get("/v1", { headers });
  expect(refused.status()).toBe(401);
  expect(await refused.json()).toMatchObject({ code: 40100 });

  const result = page.getByRole("status").filter({ hasText: `Revoked ${name}` });
  await result.getByRole("button", { name: "Undo" }).click();
  await expect(row).toBeVisible();
  expect((await stranger.get("/v1", { headers })).status()).toBe(200);
});

test("a key that was never used is revoked without a question, and restored", async ({
  page,
  api,
  stranger,
}) => {
  const name = `spare ${randomUUID()}`;
  const data = { name, scopes: ["events:write", "deliveries:read"] };
  const { id, key } = await (await api.post("/v1/api-keys", { data })).json();
  const status = async () =>
    (await stranger.get("/v1", { headers: { "x-api-key": key } })).status();
  const revoking = await holdAnswer(page, "**/v1/api-keys/*", "DELETE");
  const restoring = await holdAnswer(page, "**/v1/api-keys/*/restore", "POST");
  await page.goto("/keys");
  await page.getByRole("button", { name: `Revoke ${name}` }).dblclick();
  await revoking.held;
  revoking.release();
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toHaveCount(0);
  expect(await status()).toBe(401);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Undo" }).dblclick();
  await restoring.held;
  restoring.release();
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  await expect(row).toContainText("Never used");
  expect(await status()).toBe(200);
  await row.getByRole("button", { name: `+1 scope of ${name}` }).press("Enter");
  await expect(row).toContainText(/events:write\s*deliveries:read/);
  await row.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("button", { name: "Copy id" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toHaveCount(1);

  await api.post(`/v1/api-keys/${id}/rotate`, { data: { overlapSeconds: 3600 } });
  await expect(row.filter({ hasText: "Rotated" })).toContainText(/in (1\sh|59\smin)/);
});

test("a key without a name or a scope is refused with a reason", async ({ page }) => {
  await page.goto("/keys");
  await page.getByRole("button", { name: "New key" }).click();
  const dialog = page.getByRole("dialog", { name: "New API key" });
  await dialog.getByLabel("events:write").uncheck();
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByRole("alert")).toBeFocused();
  await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription(/Give the key a name/);
  await expect(dialog.getByRole("group", { name: "Scopes" })).toHaveAccessibleDescription(
    /Choose at least one scope/,
  );
});

async function issue(page: Page, name: string): Promise<string> {
  await page.goto("/keys");
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create key" }).click();
  const shown = page.getByRole("region", { name: "API key" });
  await expect(shown).toBeVisible();
  return (await shown.innerText()).trim();
}
