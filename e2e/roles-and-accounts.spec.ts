import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { APIRequestContext } from "@playwright/test";
import { expect, test } from "./fixtures";
import { signedOut, signIn } from "./sign-in";

// With a second account every other test would have to name the account of its webhooks.
test.use({ world: "accounts" });

async function newAccount(api: APIRequestContext) {
  const name = `Studio ${randomUUID()}`;
  const { id } = await (await api.post("/v1/accounts", { data: { name } })).json();
  return { id, name };
}

/** An account with one bin that has the name of the account. */
async function withBin(api: APIRequestContext) {
  const { id, name } = await newAccount(api);
  const made = await api.post(`/v1/inbox/bins?account=${id}`, { data: { name: `Bin of ${name}` } });
  expect(made.status(), await made.text()).toBe(201);
  return { id, name, bin: `Bin of ${name}` };
}

test("the inbox lists the bins of the chosen account, and names the account where it lists all", async ({
  page,
  api,
}) => {
  const [mine, theirs] = [await withBin(api), await withBin(api)];
  await page.goto("/inbox");
  const bins = page.getByRole("table", { name: "Bins, newest first" }).getByRole("row");
  for (const { bin, name } of [mine, theirs]) {
    const row = bins.filter({ hasText: bin });
    await expect(row.getByTitle(name, { exact: true })).toHaveText(`Account ${name}`);
  }
  await page.goto(`/?account=${mine.id}`);
  await page.getByRole("navigation").first().getByRole("link", { name: "Inbox" }).click();
  await expect(page).toHaveURL(`/inbox?account=${mine.id}`);
  await expect(page.getByRole("link", { name: mine.bin })).toBeVisible();
  await expect(page.getByRole("link", { name: theirs.bin })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("link", { name: theirs.bin })).toHaveCount(0);
  await page.getByRole("link", { name: mine.bin }).click();
  await expect(page.getByRole("main").getByTitle(mine.name, { exact: true })).toBeVisible();
});

test("the audit log shows and exports the entries of the chosen account", async ({ page, api }) => {
  const [mine, theirs] = [await newAccount(api), await newAccount(api)];
  await page.goto(`/?account=${mine.id}`);
  await page.getByRole("navigation").first().getByRole("link", { name: "Audit" }).click();
  await expect(page).toHaveURL(`/audit?account=${mine.id}`);
  const rows = page.getByRole("table", { name: "Audit log, newest first" }).getByRole("row");
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText(mine.name);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export as CSV" }).click(),
  ]);
  const file = await readFile(await download.path(), "utf8");
  expect([file.includes(mine.name), file.includes(theirs.name)]).toEqual([true, false]);
  await page.reload();
  await expect(rows).toHaveCount(2);

  await page.goto(`/audit?account=${mine.id}&actor=missing`);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(`/audit?account=${mine.id}`);
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("option", { name: theirs.name }).click();
  await expect(page).toHaveURL(`/audit?account=${theirs.id}`);
  await expect(rows.last()).toContainText(theirs.name);
});

test("the demonstration of an account without bins runs in that account", async ({ page, api }) => {
  const { id } = await newAccount(api);
  await page.goto(`/inbox?account=${id}`);
  // Unquoted, zsh refuses the question mark.
  await expect(page.getByRole("region", { name: "curl command" })).toContainText(
    `/v1/inbox/bins?account=${id}" \\`,
  );
  await page.getByRole("button", { name: "Try it" }).click();
  await expect(page.getByText("Signature valid")).toBeVisible();
  await expect(page.getByRole("link", { name: "See it work", exact: true })).toBeVisible();
  const { bins } = await (await api.get(`/v1/inbox/bins?account=${id}`)).json();
  expect(bins).toHaveLength(1);
});

test("a published event names its account", async ({ page, api }) => {
  const { id: accountId, name } = await newAccount(api);
  const data = { event: "VIDEO_GENERATION_SUCCESS", data: { videoId: name }, accountId };
  const { id } = await (await api.post("/v1/events", { data })).json();
  await page.goto(`/events/published/${id}`);
  await expect(page.getByRole("main").getByTitle(name)).toHaveText(`Account ${name}`);
});

test("a viewer without webhooks is offered nothing that the role cannot do", async ({
  browser,
  product,
  api,
}) => {
  const person = { email: `${randomUUID()}@example.com`, password: "another battery staple" };
  const { id: accountId } = await newAccount(api);
  const made = await api.post("/v1/users", { data: { ...person, role: "viewer", accountId } });
  expect(made.status(), await made.text()).toBe(201);
  const guest = await browser.newPage({ storageState: signedOut, baseURL: product.url });
  await guest.goto("/login");
  await signIn(guest, person);
  await expect(guest.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();

  const main = guest.getByRole("main");
  for (const [path, reason] of [
    ["/", "Your role is read-only."],
    ["/webhooks", "Your role is read-only."],
    ["/inbox", "Your role is read-only."],
    ["/deliveries", "Your role cannot publish events."],
    ["/events/published", "Your role cannot publish events."],
  ] as const) {
    await guest.goto(path);
    await expect(main.getByRole("heading", { level: 2 }).first(), path).toBeVisible();
    await expect(main, path).toContainText(reason);
    await expect(main.locator('a[href="/webhooks/new"], a.bg-accent-solid'), path).toHaveCount(0);
    await expect(main.getByRole("button", { disabled: true }), path).toHaveCount(0);
  }
  await guest.close();
});
