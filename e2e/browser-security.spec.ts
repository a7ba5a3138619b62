import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { isLive } from "./log-page";
import { signedOut, signIn } from "./sign-in";

const hostileBody = `<script>window.intruded = true</script><img src="https://elsewhere.example/x.png" onerror="window.intruded = true">`;

type Watched = typeof globalThis & { intruded?: boolean; violations?: string[] };
const intruded = () => (globalThis as Watched).intruded;

/** Records policy violations and requests to other hosts. */
async function observe(page: Page) {
  const strangers: string[] = [];
  page.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (hostname !== "127.0.0.1" && protocol !== "data:") strangers.push(request.url());
  });
  await page.addInitScript(() => {
    const watched = globalThis as Watched;
    watched.violations = [];
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      watched.violations?.push(`${violatedDirective} ${blockedURI}`),
    );
  });
  return { strangers, violations: () => page.evaluate(() => (globalThis as Watched).violations) };
}

test("pages with hostile data keep to their policy and contact no other host", async ({
  page,
  program,
  receiver,
}) => {
  receiver.answer({ status: 500, headers: { "content-type": "text/html" }, body: hostileBody });
  const webhook = await program.webhook(receiver.url);
  const event = await program.publish();
  await receiver.waitFor(1);
  const delivery = (await program.deliveriesTo(webhook))[0]!.id;
  // The fixture `page` fails any browser test whose page reports a violation, so four pages are enough here.
  const pages = [
    `/webhooks/${webhook}/signing`,
    `/deliveries/${delivery}`,
    `/events/published/${event}`,
    "/nothing-here",
  ];
  const seen = await observe(page);
  for (const address of pages) {
    const answer = await page.goto(address);
    const headers = answer?.headers();
    expect(headers?.["cache-control"], address).toBe("private, no-cache");
    expect(headers?.vary?.toLowerCase(), address).toContain("cookie");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await seen.violations(), address).toEqual([]);
  }
  expect(seen.strangers).toEqual([]);
});

for (const path of ["/", "/webhooks", "/deliveries"]) {
  test(`${path} can be kept for Back`, async ({ page }) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Page.enable");
    const notKept = new Promise<string[]>((resolve) =>
      devtools.on("Page.backForwardCacheNotUsed", ({ notRestoredExplanations }) =>
        resolve(notRestoredExplanations.map(({ reason }) => reason)),
      ),
    );
    await page.goto("/deliveries");
    await isLive(page);
    await page.goto(path);
    await page.goto("/docs/verify");
    await page.goBack();
    // A browser without windows keeps no pages. Requests under way are a matter of the moment at which it is left.
    const others =
      /^(BackForwardCacheDisabled|BrowsingInstanceNotSwapped|OutstandingNetworkRequest)/;
    expect((await notKept).filter((reason) => !others.test(reason))).toEqual([]);
  });
}

test.describe("by somebody who is not signed in", () => {
  test.use({ storageState: signedOut });

  test("a public page runs its scripts under the policy that names their hashes", async ({
    page,
  }) => {
    const seen = await observe(page);
    for (const address of ["/docs", "/docs/verify", "/docs/api/webhooks"]) {
      const answer = await page.goto(address);
      expect(answer?.headers()["content-security-policy"]).toContain("'sha256-");
      const html = page.locator("html");
      const before = await html.getAttribute("data-theme");
      await page.getByRole("button", { name: /theme/i }).click();
      await expect(html).not.toHaveAttribute("data-theme", String(before));
      expect(await seen.violations(), address).toEqual([]);
    }
    await page.getByRole("link", { name: "Retry schedule" }).first().click();
    await expect(page).toHaveURL(/\/docs\/retries$/);
    await page.goto("/login?next=/keys");
    await page.getByLabel("E-mail").fill("a@example.com");
    expect(await seen.violations()).toEqual([]);
    expect(seen.strangers).toEqual([]);
  });
});

test.describe("with a session of its own", () => {
  test.use({ storageState: signedOut });

  test("a kept page shows nothing until its person is known to be signed in", async ({ page }) => {
    await page.goto("/login?next=/deliveries");
    await signIn(page);
    await isLive(page);
    const visibility = () => page.evaluate(() => document.documentElement.style.visibility);

    await page.evaluate(leave);
    expect(await visibility()).toBe("hidden");
    await page.evaluate(comeBack);
    await expect.poll(visibility).toBe("");
    await isLive(page);

    await page.evaluate(leave);
    await page.request.delete("/v1/session", { headers: { origin: new URL(page.url()).origin } });
    await page.evaluate(comeBack);
    await expect(page).toHaveURL(/\/login\?/);
  });
});

/** Events of a page that the browser keeps for Back, and shows again. */
const leave = () => void dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
const comeBack = () => void dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));

test("a dialog's stylesheet has the nonce", async ({ page }) => {
  const seen = await observe(page);
  await page.goto("/keys");
  await page.getByRole("button", { name: "New key" }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe("hidden");
  expect(await seen.violations()).toEqual([]);
});

test("a form is validated without compiling code", async ({ page }) => {
  const seen = await observe(page);
  await page.goto("/webhooks/new");
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByLabel("Callback URL")).toHaveAttribute("aria-invalid", "true");
  expect(await seen.violations()).toEqual([]);
});

test("a receiver's response is shown as text", async ({ page, program, receiver }) => {
  receiver.answer({ status: 500, headers: { "content-type": "text/html" }, body: hostileBody });
  const webhook = await program.webhook(receiver.url);
  await program.publish();
  await receiver.waitFor(1);
  const deliveries = () => program.deliveriesTo(webhook);
  await expect.poll(async () => (await deliveries())[0]?.attempts).toBe(1);

  await page.goto(`/deliveries/${(await deliveries())[0]!.id}`);
  await expect(page.getByText("window.intruded = true").first()).toBeVisible();
  expect(await page.evaluate(intruded)).toBeUndefined();
});

test.describe("for somebody who is not signed in", () => {
  test.use({ storageState: signedOut });

  test("a script injected into the HTML does not run", async ({ context }) => {
    // A page of its own, because the browser is expected to report errors.
    const page = await context.newPage();
    const seen = await observe(page);
    await page.route("**/login", async (route) => {
      const answer = await route.fetch();
      const html = await answer.text();
      const injected = html.replace("<body>", `<body>${hostileBody}`);
      await route.fulfill({ response: answer, body: injected });
    });
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();

    await expect.poll(seen.violations).toContain("script-src-elem inline");
    expect(await seen.violations()).toContain("script-src-attr inline");
    expect(await page.evaluate(intruded)).toBeUndefined();
  });
});
