import { randomUUID } from "node:crypto";
import { expectAccessible } from "./axe";
import { breakApi } from "./break-api";
import { expect, test } from "./fixtures";

// With a second account every other test would have to name the account of its webhooks.
test.use({ world: "accounts" });

test("an account is created and renamed, and its secret revealed on request only", async ({
  page,
}) => {
  const [name, renamed] = [`Studio ${randomUUID()}`, `Atelier ${randomUUID()}`];
  await page.goto("/accounts");
  await page.getByRole("button", { name: "New account" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("button", { name: "Rename…" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill(renamed);
  await page.getByRole("button", { name: "Rename account" }).click();
  const row = page.getByRole("row").filter({ hasText: renamed });
  await expect(row.getByRole("link", { name: `0 webhooks of ${renamed}` })).toBeVisible();
  await row.getByRole("button", { name: `Actions for ${renamed}` }).click();
  await page.getByRole("button", { name: "Signing secret…" }).click();
  expect(await page.content()).not.toContain("whsec_");
  await page.getByRole("button", { name: "Reveal secret" }).click();
  await expect(page.getByRole("region", { name: "account secret" })).toContainText("whsec_");
  await expectAccessible(page);
});

test("an account's publishing limits are set, and its usage is shown", async ({ page, api }) => {
  const name = `Studio ${randomUUID()}`;
  const { id } = await (await api.post("/v1/accounts", { data: { name } })).json();
  const event = {
    event: "VIDEO_GENERATION_SUCCESS",
    data: { videoId: randomUUID() },
    accountId: id,
  };
  const draft = { callbackUrl: "https://example.com/hooks", events: [event.event] };
  const hook = await (await api.post(`/v1/webhooks?account=${id}`, { data: draft })).json();
  await api.put(`/v1/webhooks/${hook.id}/settings`, { data: { paused: true } });
  await api.post("/v1/events", { data: event });
  await page.goto("/accounts");
  await page.getByRole("button", { name: `Limits of ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: "Publishing limits" });
  await expect(dialog.getByLabel("Events per second")).toBeFocused();
  await expect(dialog.getByRole("definition").first()).toContainText(/1 of 50,000,000$/);
  await expect(dialog.getByRole("definition").nth(2)).toContainText("0 of 500,000");
  await expect(dialog.getByRole("definition").last()).toContainText("1 of 500,000");
  await expect(dialog.getByLabel("Events per second")).toHaveAttribute("placeholder", "500");
  await expectAccessible(page);

  await dialog.getByLabel("Burst").fill("0");
  await dialog.getByRole("button", { name: "Save limits" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Give 1 to 1,000,000 events");
  await dialog.getByLabel("Burst").fill("2");
  await dialog.getByLabel("Events per day").fill("4");
  await dialog.getByRole("button", { name: "Save limits" }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: `Limits of ${name}` }).click();
  await expect(dialog.getByRole("definition").first()).toContainText(/1 of 4$/);
  await expect(dialog.getByLabel("Burst")).toHaveValue("2");
  await dialog.getByLabel("Events per day").fill("");
  await dialog.getByRole("button", { name: "Save limits" }).click();
  await expect(dialog).toBeHidden();
  const { eventsPerDay, burst } = await (await api.get(`/v1/accounts/${id}/limits`)).json();
  expect([eventsPerDay, burst]).toEqual([50_000_000, 2]);
});

test("limits that cannot be refreshed stay, and no button moves", async ({ page, api }) => {
  const name = `Studio ${randomUUID()}`;
  await api.post("/v1/accounts", { data: { name } });
  await page.goto("/accounts");
  await page.getByRole("button", { name: `Limits of ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: "Publishing limits" });
  const save = dialog.getByRole("button", { name: "Save limits" });
  await expect(save).toBeVisible();
  const before = await save.boundingBox();
  await breakApi(page, /\/v1\/accounts\/[^/]+\/limits/);
  const problem = dialog.getByRole("alert");
  await expect(problem).toContainText("Limits could not be refreshed", { timeout: 15_000 });
  await expect(dialog.getByRole("definition").first()).toContainText("0 of 50,000,000");
  expect(await save.boundingBox()).toEqual(before);
  await expectAccessible(page);
});

test("a form without its account asks for one at the field, in words for people", async ({
  page,
  api,
  receiver,
}) => {
  for (const word of ["One", "Other"]) {
    await api.post("/v1/accounts", { data: { name: `${word} ${randomUUID()}` } });
  }
  const forms = [
    ["/events", null, "Publish event…"],
    ["/inbox", "New bin", "Create bin"],
    ["/webhooks/new", null, "Create webhook"],
  ] as const;
  for (const [address, opener, submit] of forms) {
    await page.goto(address);
    const main = page.getByRole("main");
    if (opener) await main.getByRole("button", { name: opener }).first().click();
    const form = opener ? page.getByRole("dialog") : main;
    if (submit === "Create webhook") await form.getByLabel("Callback URL").fill(receiver.url);
    await form.getByRole("button", { name: submit }).click();
    const account = form.getByRole("button", { name: /^Account/ });
    await expect(account, address).toHaveAccessibleDescription(/Choose an account$/);
    await expect(form).not.toContainText("/v1/accounts");
    await expect(page.getByRole("dialog", { name: "Publish this event?" })).toHaveCount(0);
  }
});

test("the account switch limits the pages to one account, and their links keep it", async ({
  page,
  api,
  receiver,
}) => {
  // No other account begins with M, which is typed to choose this one.
  const [mine, theirs] = await Promise.all(
    ["Mine", "Theirs"].map(async (word) => {
      const data = { name: `${word} ${randomUUID()}, a customer with a long name` };
      const account = await (await api.post("/v1/accounts", { data })).json();
      const callbackUrl = `${receiver.url}/${account.id}`;
      const draft = { callbackUrl, events: ["VIDEO_GENERATION_SUCCESS"] };
      const hook = await api.post(`/v1/webhooks?account=${account.id}`, { data: draft });
      const { id: webhook } = await hook.json();
      const videoId = `${word.toLowerCase()}-${account.id}`;
      const event = { event: "VIDEO_GENERATION_SUCCESS", data: { videoId } };
      await api.post("/v1/events", { data: { ...event, accountId: account.id } });
      const keyDraft = { name: data.name, scopes: ["events:write"], accountId: account.id };
      await api.post("/v1/api-keys", { data: keyDraft });
      return { ...account, webhook, videoId } as Record<
        "id" | "name" | "webhook" | "videoId",
        string
      >;
    }),
  );
  const main = page.getByRole("main");
  const nav = page.getByRole("navigation", { name: "Main" });
  const go = (name: string) => nav.getByRole("link", { name, exact: true }).click();
  await page.goto("/webhooks");
  const shown = (account = "") => main.getByRole("link", { name: account });
  await expect(shown(theirs?.id)).toBeVisible();
  await page.getByRole("button", { name: "Account: All accounts" }).press("Enter");
  const list = page.getByRole("listbox", { name: "Account" });
  await list.press("M");
  await list.press("Enter");
  await expect(page).toHaveURL(`/webhooks?account=${mine!.id}`);
  await expect(shown(mine?.id)).toBeVisible();
  await expect(main.getByText(theirs!.id)).toHaveCount(0);

  await go("Overview");
  await expect(page).toHaveURL(`/?account=${mine!.id}`);
  const figures = main.getByRole("region", { name: /^Figures/ });
  await expect(figures.getByRole("link").first()).toContainText(/Deliveries\s*1/);
  await figures.getByRole("link").first().click();
  await expect(page).toHaveURL(`/deliveries?account=${mine!.id}&since=24h`);
  await expect(main.getByRole("row").filter({ hasText: mine!.id })).toHaveCount(1);
  await expect(main.getByText(theirs!.id)).toHaveCount(0);
  const drawer = page.getByRole("complementary", { name: "Delivery" });
  await main.getByRole("row").filter({ hasText: mine!.id }).getByRole("link").click();
  await expect(drawer).toBeVisible();
  await page.getByRole("button", { name: `Account: ${mine!.name}` }).click();
  await page.getByRole("option", { name: theirs!.name }).click();
  await expect(page).toHaveURL(`/deliveries?account=${theirs!.id}&since=24h`);
  await expect(drawer).toHaveCount(0);
  await page.goBack();
  await page.goto(`/replays/new?account=${mine!.id}&status=pending,failed`);
  await expect(main.getByRole("listitem").filter({ hasText: mine!.name })).toHaveText(
    `of account ${mine!.name}`,
  );
  await page.goBack();
  await go("Replays");
  await expect(main.getByRole("region", { name: "curl command" })).toContainText(
    `"account":"${mine!.id}"`,
  );
  await go("System");
  await expect(page).toHaveURL(/\/system/);
  await go("Events");
  await expect(page).toHaveURL(/\/events/);
  await main.getByRole("link", { name: "Published" }).click();
  await expect(page).toHaveURL(`/events/published?account=${mine!.id}`);
  await expect(main.getByText(mine!.videoId)).toBeVisible();
  await expect(main.getByText(theirs!.videoId)).toHaveCount(0);
  await go("API keys");
  await expect(page).toHaveURL(`/keys?account=${mine!.id}`);
  await expect(main.getByRole("row")).toHaveCount(2);
  const dialog = page.getByRole("dialog");
  const chosen = dialog.getByRole("button", { name: `Account: ${mine!.name}` });
  await main.getByRole("button", { name: "New key" }).click();
  await expect(chosen).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await go("Inbox");
  await main.getByRole("button", { name: "New bin" }).first().click();
  await expect(chosen).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await go("API keys");
  await expect(page).toHaveURL(`/keys?account=${mine!.id}`);
  await page.reload();
  await expect(main.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: `Account: ${mine!.name}` }).click();
  await page.getByRole("option", { name: "All accounts" }).click();
  await expect(page).toHaveURL("/keys");
  await expect(main.getByText(theirs!.name)).not.toHaveCount(0);
  await page.getByRole("button", { name: "Account: All accounts" }).click();
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/webhooks/${mine!.webhook}`);
  await expect(main.getByText(mine!.name)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
