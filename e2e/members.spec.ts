import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { connectSql } from "@/db/client";
import type { Receiver } from "@/tests/receiver";
import { expectAccessible } from "./axe";
import { expect, test } from "./fixtures";
import { signedOut } from "./sign-in";
import { comeAlive } from "./watch";

// With a second account every other test would have to name the account of its webhooks.
test.use({ world: "accounts" });

const password = "another battery staple";
/** Pages about the installation. */
const closed = ["/users", "/accounts", "/alerts", "/system"];

/** Creates an account with one webhook and one event; `mark` is in all of them. */
async function studio(api: APIRequestContext, receiver: Receiver) {
  const name = `Studio ${randomUUID()}`;
  const { id } = await (await api.post("/v1/accounts", { data: { name } })).json();
  const mark = randomUUID();
  const data = {
    callbackUrl: `${receiver.url}/${mark}`,
    events: ["VIDEO_GENERATION_SUCCESS"],
  };
  const made = await api.post(`/v1/webhooks?account=${id}`, { data });
  expect(made.status(), await made.text()).toBe(201);
  const { id: webhook } = await made.json();
  await api.put(`/v1/webhooks/${webhook}/settings`, { data: { label: mark } });
  const event = { event: "VIDEO_GENERATION_SUCCESS", data: { videoId: mark }, accountId: id };
  const published = await api.post("/v1/events", { data: event });
  return { id, name, mark, webhook, event: (await published.json()).id };
}

test("a member invited to one account finds it on every page, and nothing of others", async ({
  page,
  browser,
  product,
  api,
  receiver,
}) => {
  const [mine, theirs] = [await studio(api, receiver), await studio(api, receiver)];
  const email = `${randomUUID()}@example.com`;
  await page.goto("/users");
  await page.getByRole("button", { name: "Invite user" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite user" });
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("option", { name: mine.name }).click();
  await dialog.getByRole("radio", { name: /^admin/ }).check();
  await expect(dialog).toContainText("Full access, including secrets and keys");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create invitation link" }).click();
  const link = (await page.getByRole("region", { name: "Invitation link" }).innerText()).trim();
  await page.getByRole("button", { name: "Done" }).click();
  const invited = page.getByRole("table", { name: "Invitations" }).getByRole("row");
  await expect(invited.filter({ hasText: email })).toContainText(`Member of ${mine.name}`);

  await page.goto(link);
  await expect(page.getByText("Accepting signs in the invited user instead.")).toBeVisible();

  const guest = await browser.newPage({ storageState: signedOut, baseURL: product.url });
  await guest.goto(link);
  await expect(guest.getByText(`You join ${mine.name} as admin.`)).toBeVisible();
  await guest.getByLabel("Password", { exact: true }).fill(password);
  await guest.getByRole("button", { name: "Accept invitation" }).click();
  await expect(guest.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  const navigation = guest.getByRole("navigation").first();
  await expect(navigation).toContainText("API keys");
  await expect(guest.getByText(mine.name, { exact: true }).first()).toBeVisible();
  for (const name of ["Alerts", "System"])
    await expect(navigation.getByRole("link", { name })).toHaveCount(0);
  await comeAlive(guest);
  await expectAccessible(guest);

  for (const path of closed) {
    const answer = await guest.goto(path);
    await expect(guest.getByRole("heading", { name: "You cannot open this page" })).toBeVisible();
    await expect(guest.getByText("for the operators of this service only")).toBeVisible();
    expect(await answer!.text(), path).not.toContain(theirs.mark);
  }
  const open = ["/", "/webhooks", "/deliveries", "/events/published", "/keys", "/audit"];
  const foreign = `?account=${theirs.id}&webhook=${theirs.webhook}&q=${theirs.event}`;
  for (const path of [...open, "/settings", "/replays", "/inbox", "/webhooks/new"]) {
    for (const query of ["", foreign]) {
      const text = await (await guest.request.get(path + query)).text();
      expect([text.includes(theirs.mark), text.includes(theirs.name)], path + query).toEqual([
        false,
        false,
      ]);
    }
  }
  for (const path of [`/webhooks/${theirs.webhook}`, `/events/published/${theirs.event}`])
    expect((await guest.request.get(path)).status(), path).toBe(404);

  await guest.goto(`/webhooks?account=${theirs.id}&sort=label`);
  await expect(guest.getByRole("link", { name: mine.mark })).toBeVisible();
  await expect(guest).toHaveURL(`${product.url}/webhooks?sort=label`);
  await guest.keyboard.press("Control+k");
  await guest.getByRole("combobox", { name: "Search or paste an id" }).fill(mine.name);
  await expect(guest.getByRole("option")).toHaveText([/^Search deliveries for/]);
  await guest.goto("/settings");
  await expect(guest.getByText("Signed-in browsers")).toBeVisible();
  await expect(guest.getByText("Current defaults")).toHaveCount(0);
  await expect(guest.getByText("Publishing limits")).toBeVisible();
  await expect(guest.getByText("Events today, UTC")).toBeVisible();
  await expect(guest.getByText("Your sign-in, sessions and preferences.")).toBeVisible();
  await guest.goto("/keys");
  await expect(guest.getByRole("heading", { name: "No API keys yet" })).toBeVisible();
  await expect(guest.getByRole("main")).toContainText("Your programs need a key");
  await expect(guest.getByRole("main")).not.toContainText("curl");
  await guest.goto("/keys?new=1");
  const key = guest.getByRole("dialog");
  await key.getByLabel("Name").fill("ours");
  await key.getByRole("button", { name: "Create key" }).click();
  const made = (await key.getByRole("region", { name: "API key" }).innerText()).trim();
  const listed = await guest.request.get("/v1/webhooks", { headers: { "x-api-key": made } });
  expect(await listed.text()).toContain(mine.mark);
  expect(await listed.text()).not.toContain(theirs.mark);
  await guest.close();
});

test("a webhook to a bin belongs to the account of the bin, also while all accounts are shown", async ({
  page,
  api,
}) => {
  const [name, other] = [`Studio ${randomUUID()}`, `Studio ${randomUUID()}`];
  const { id } = await (await api.post("/v1/accounts", { data: { name } })).json();
  await api.post("/v1/accounts", { data: { name: other } });
  const draft = { data: { name: "Brief" } };
  const bin = await (await api.post(`/v1/inbox/bins?account=${id}`, draft)).json();

  await page.goto(`/inbox/${bin.id}`);
  await page.getByRole("link", { name: "Create a webhook to this bin" }).click();
  await expect(page.getByLabel("Callback URL")).toHaveValue(bin.url);
  await expect(page.getByRole("main").getByRole("button", { name: /^Account/ })).toContainText(
    name,
  );
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByText("Webhook created")).toBeVisible();
  const listed = await (await api.get(`/v1/webhooks?account=${id}`)).json();
  expect(listed.map(({ callbackUrl }: { callbackUrl: string }) => callbackUrl)).toEqual([bin.url]);
});

test("a link of another service signs a customer in, and asks where somebody is signed in", async ({
  browser,
  product,
  api,
  receiver,
}) => {
  const { id, name, webhook } = await studio(api, receiver);
  const email = `${randomUUID()}@example.com`;
  const newLink = async (next: string) => {
    const at = `/v1/accounts/${id}/sign-in-links`;
    const made = await api.post(at, { data: { email, role: "admin" } });
    return (await made.json()).link.replace("#", `?next=${next}#`);
  };
  const customer = await browser.newContext({ storageState: signedOut, baseURL: product.url });
  const guest = await customer.newPage();
  // As from a busy server, which leaves the session to the browser.
  await guest.route(/\/signing$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/session(\\+"])/g, "unknown$1");
    await route.fulfill({ response, body });
  });
  await guest.goto(await newLink(`/webhooks/${webhook}/signing`));
  await expect(guest).toHaveURL(`/webhooks/${webhook}/signing`);
  await expect(guest.getByText(name, { exact: true }).first()).toBeVisible();

  const sql = connectSql(await product.databaseUrl(), 1);
  await sql`update sessions set proven_at = now() - interval '1 hour'
    from users where users.id = user_id and users.email = ${email}`;
  await sql.end();
  await comeAlive(guest);
  await guest.getByRole("button", { name: "Reveal signing secret" }).click();
  const proof = guest.getByRole("dialog", { name: "Open Postback again" });
  await expect(proof).toBeVisible();
  await expectAccessible(guest);

  const tab = await customer.newPage();
  // Without an answer about the session the link is not used.
  const away = { status: 503, json: { code: 50300, message: "The database does not answer." } };
  await tab.route("**/v1/session", (route) => route.fulfill(away), { times: 1 });
  await tab.goto(await newLink("https://evil.example/"));
  await tab.getByRole("button", { name: "Try again" }).click();
  await expect(tab.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await tab.goto("/settings");
  await expect(tab.getByText("You sign in by links of another service")).toBeVisible();
  await expect(tab.getByLabel("Current password")).toHaveCount(0);
  await proof.getByRole("button", { name: "Continue" }).click();
  await expect(guest.getByText(/whsec_[\w+/=]{20}/)).toBeVisible();

  await customer.addCookies(product.session.cookies);
  await guest.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(guest.getByText(/whsec_[\w+/=]{20}/)).toHaveCount(0);
  await guest.setViewportSize({ width: 1280, height: 800 });
  await expect(guest.getByRole("button", { name: "Account: All accounts" })).toBeVisible();

  await tab.goto(await newLink("/webhooks"));
  await expect(tab.getByText(`The link signs in ${email} instead.`)).toBeVisible();
  await expectAccessible(tab);
  const gone = { status: 404, json: { code: 40400, message: "This link is not valid any more." } };
  await tab.route("**/v1/session/link", (route) => route.fulfill(gone), { times: 1 });
  await tab.getByRole("button", { name: "Use the link" }).click();
  // The session of the other user is still open.
  await expect(tab.getByRole("link", { name: "Go to overview" })).toBeVisible();
  await tab.reload();
  await tab.getByRole("button", { name: "Use the link" }).click();
  await expect(tab).toHaveURL("/webhooks");

  const used = await newLink("/");
  await guest.request.post("/v1/session/link", { data: { token: used.split("#")[1] } });
  await tab.goto(used);
  await expect(tab.getByRole("link", { name: "Go to overview" })).toBeVisible();
  await customer.clearCookies();
  await guest.goto(used);
  const alert = guest.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("This link is not valid any more");
  await expectAccessible(guest);
  await customer.close();
});
