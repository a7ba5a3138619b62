import { eventNames } from "@/db/enums";
import { type Home, makeHome } from "@/tests/product";
import { expectAccessible } from "./axe";
import { expect, test } from "./fixtures";
import { InteractionBudget } from "./interaction-budget";
import { admin, fillEntry, signedOut } from "./sign-in";

test.use({ storageState: signedOut });

const homes: Home[] = [];
test.afterEach(() => Promise.all(homes.splice(0).map((home) => home.close())));

/** Starts a product without an administrator. It ends with the test. */
async function startNew(options?: Parameters<typeof makeHome>[0]) {
  const home = await makeHome(options);
  homes.push(home);
  const product = home.start({ HOST: "127.0.0.1" });
  const url = await product.address();
  return { url, link: /http\S+\/setup#\S+/.exec(product.out())?.[0] ?? "" };
}

/** Creates the administrator, runs the trial and a failure; the results appear without navigation, and are accessible. */
test("at most three clicks from an empty installation to a delivery on screen, and one more to a failure", async ({
  page,
}) => {
  test.slow();
  const { url, link } = await startNew();
  const budget = new InteractionBudget(page);
  const click = (name: string) => budget.click(page.getByRole("button", { name, exact: true }));

  await page.goto(url);
  await expect(page.getByLabel("Setup token")).toBeFocused();
  await page.goto(link);
  await expect(page.getByLabel("Setup token")).toHaveValue(new URL(link).hash.slice(1));
  await page.reload();
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await page.getByRole("button", { name: "Create administrator" }).click();
  await expect(page.getByText("Enter an e-mail address")).toHaveCount(1);
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await fillEntry(page, admin);
  await click("Create administrator");
  await expect(page.getByRole("heading", { name: "See it work" })).toBeVisible();
  await click("Try it");
  const from = Date.now();
  await expect(page.getByRole("listitem").filter({ hasText: "Event accepted" })).toContainText(
    "VIDEO_GENERATION_SUCCESS",
  );
  await expect(page.getByRole("listitem").filter({ hasText: "Attempt 1" })).toContainText(
    "HTTP 200",
  );
  await expect(page.getByRole("listitem").filter({ hasText: "Received" })).toContainText(
    "Signature valid",
  );
  test
    .info()
    .annotations.push({ type: "from click to arrival", description: `${Date.now() - from} ms` });
  budget.expectAtMost({ clicks: 3 });

  await click("Now make it fail");
  const attempts = page.getByRole("list", { name: "Attempts" });
  await expect(attempts.getByText("HTTP 503")).toHaveCount(2);
  await expect(attempts.getByText("HTTP 200")).toHaveCount(1);
  await expectAccessible(page);
  // Leaving the page keeps the demonstration.
  await page.getByRole("link", { name: "Open delivery" }).click();
  await expect(page).toHaveURL(/\/deliveries\//);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "See it work" })).toBeVisible();
  await expect(attempts.getByText("HTTP 503")).toHaveCount(2);
  await click("Resend");
  await click("Send now");
  await expect(attempts.getByText("HTTP 200")).toHaveCount(2);

  const state = await page.request.get(`${url}/v1/webhooks`);
  expect(await state.json()).toHaveLength(1);
});

test.describe("in a product that is used", () => {
  test.use({ storageState: ({ product }, use) => use(product.session) });

  test("a browser that hides the first steps no longer reads what they need", async ({ page }) => {
    const reads: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/v1/api-keys")) reads.push(request.url());
    });
    await page.goto("/");
    await page.getByRole("button", { name: "Hide first steps" }).click();
    expect(reads.splice(0)).not.toEqual([]);
    await page.reload();
    expect(reads).toEqual([]);
  });
});

test("among sample data and webhooks in use only its own webhook gets the made-up event", async ({
  page,
  receiver,
}) => {
  test.slow();
  const { url, link } = await startNew({ prepared: true });
  await page.goto(link);
  await fillEntry(page, admin);
  await page.getByLabel("Add sample webhooks").check();
  await page.getByRole("button", { name: "Create administrator" }).click();
  const steps = page.getByRole("region", { name: "First steps" });
  // Two weeks of deliveries are written first.
  await expect(steps.getByText("0 of 4")).toBeVisible({ timeout: 60_000 });
  await page.request.post(`${url}/v1/webhooks`, {
    headers: { origin: url },
    data: { callbackUrl: receiver.url, events: eventNames },
  });

  await page.goto(`${url}/inbox`);
  await page.getByRole("button", { name: "Try it" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Received" })).toContainText(
    "Signature valid",
  );
  await page.getByRole("button", { name: "Now make it fail" }).click();
  const attempts = page.getByRole("list", { name: "Attempts" });
  await expect(attempts.getByText("HTTP 503")).toHaveCount(2);
  await expect(attempts.getByText("HTTP 200")).toHaveCount(1);
  expect(receiver.received).toEqual([]);

  await page.goto(url);
  await expect(steps.getByText("2 of 4")).toBeVisible();
});

test("a refused publish does not tick the step about publishing, an accepted one does", async ({
  page,
}) => {
  test.slow();
  const { url, link } = await startNew({ prepared: true });
  await page.goto(link);
  await fillEntry(page, admin);
  await page.getByRole("button", { name: "Create administrator" }).click();
  await expect(page.getByRole("heading", { name: "See it work" })).toBeVisible();
  const made = await page.request.post(`${url}/v1/api-keys`, {
    headers: { origin: url },
    data: { name: "pipeline", accountId: null, scopes: ["events:write"] },
  });
  const { id, key } = await made.json();
  const publish = (data: object) =>
    page.request.post(`${url}/v1/events`, { headers: { "x-api-key": key }, data });

  expect((await publish({ event: "VIDEO_READY", data: {} })).status()).toBe(400);
  const keys = async (): Promise<{ id: string; lastUsedAt?: string }[]> =>
    (await (await page.request.get(`${url}/v1/api-keys`)).json()).apiKeys;
  await expect
    .poll(async () => (await keys()).find((one) => one.id === id)?.lastUsedAt)
    .toBeTruthy();
  const seen = page.waitForResponse((response) => response.url().includes("/v1/api-keys"));
  await page.goto(url);
  await (await seen).finished();
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps.getByText("0 of 4")).toBeVisible();
  // In the document, so that what follows them does not move.
  expect(await (await page.request.get(url)).text()).toContain(">First steps");

  const [account] = (await (await page.request.get(`${url}/v1/accounts`)).json()).accounts;
  const data = { videoId: "video-1" };
  const event = { event: "VIDEO_GENERATION_SUCCESS", accountId: account.id, data };
  expect((await publish(event)).status()).toBe(202);
  await expect(steps.getByText("1 of 4")).toBeVisible();
});
