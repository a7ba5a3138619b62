import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expectAccessible } from "./axe";
import { expect, test } from "./fixtures";

test("the audit log shows changes, filters by URL, and exports a file", async ({
  page,
  program,
  api,
}) => {
  const id = await program.webhook("https://a.example/in");
  await api.put(`/v1/webhooks/${id}`, { data: { callbackUrl: "https://b.example/in" } });
  await page.goto(`/audit?webhook=${id}`);
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows).toHaveCount(3);
  const change = "https://a.example/in → https://b.example/in";
  await expect(rows.nth(1)).toContainText(change);
  for (const row of await rows.all()) {
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(44);
  }
  await page.getByRole("button", { name: /^Details: Changed a webhook/ }).click();
  await expect(rows.nth(2)).toContainText("Request id");
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("button", { name: /^Details: Changed a webhook/ }).click();

  await page.getByRole("button", { name: "Action", exact: true }).click();
  await page.getByRole("searchbox", { name: "Search actions" }).fill("create hook");
  await page.getByRole("checkbox", { name: "Created a webhook" }).check();
  await page.keyboard.press("Escape");
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(`/audit?webhook=${id}&action=webhook.created`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export as CSV" }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain("webhook.created");

  await page.getByRole("link", { name: "a.example/in" }).click();
  await expect(page).toHaveURL(new RegExp(`/webhooks/${id}`));
});

test("a webhook that Postback paused is named by its address, also once it is deleted", async ({
  page,
  program,
  receiver,
  api,
}) => {
  receiver.answer(410);
  const id = await program.webhook(`${receiver.url}?token=letmein`);
  await program.delivery(id, "failed");
  const address = `/audit?webhook=${id}&action=webhook.paused`;
  const row = page.getByRole("row").filter({ hasText: "Paused a webhook" });
  await page.goto(address);
  await expect(row).toContainText("Postback");
  await expect(row).toContainText(`${new URL(receiver.url).host}/hook`);
  expect((await api.delete(`/v1/webhooks/${id}`)).ok()).toBe(true);
  await page.goto(address);
  await expect(row).toContainText(`${new URL(receiver.url).host}/hook`);
  await expect(row).not.toContainText("letmein");
});

test("a filter without matches shows an empty state, and invalid ones are named", async ({
  page,
}) => {
  const ignored = page.getByText("Ignored invalid filters in this address");
  await page.goto(`/audit?target=${randomUUID()}`);
  await expect(page.getByRole("heading", { name: "No entry matches" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByRole("table")).toBeVisible();
  await expect(ignored).toHaveCount(0);

  await page.getByRole("button", { name: "Object", exact: true }).click();
  const object = page.getByRole("dialog").getByRole("textbox");
  await object.fill("video-pipeline");
  await page.keyboard.press("Enter");
  await expect(object).toHaveAccessibleDescription(/Enter a complete id/);
  await expect(page).toHaveURL("/audit");
  await object.fill(randomUUID());
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "No entry matches" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Object: / })).toBeFocused();

  const answer = await page.goto(
    "/audit?action=nothing&target=x&since=ever&from=2026-01-02T00:00Z&to=2026-01-01T00:00Z",
  );
  expect(answer?.status()).toBe(200);
  // The page is sent with its entries, so what it ignores is known to the server, too.
  expect(await answer?.text()).toContain("Audit log, newest first");
  await expect(page.getByRole("table")).toBeVisible();
  await expect(ignored).toHaveText(/: action, target, since, to\.$/);
  await page.getByRole("button", { name: "Deletions" }).click();
  await expect(ignored).toHaveText(/: target, since, to\.$/);
});
