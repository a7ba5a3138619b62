import { randomUUID } from "node:crypto";
import { expect, test } from "./fixtures";
import type { Program } from "./program";
import { admin, signedOut, signIn } from "./sign-in";
import { comeAlive } from "./watch";

/** Headers and parameters that a router, or an attacker, may send. */
const disguises: Record<string, string>[] = [
  {},
  { RSC: "1" },
  { RSC: "1", "Next-Router-Prefetch": "1" },
  { RSC: "1", "Next-Router-Segment-Prefetch": "/_tree" },
  { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
  { "x-postback-path": "/login" },
];

test("without a session no page reveals data, whatever the headers of the request", async ({
  stranger,
  program,
  receiver,
}) => {
  const known = [receiver.url, "whsec_", admin.email, "events:write", "HTTP 200"];
  for (const route of await routes(program, receiver.url)) {
    for (const headers of disguises) {
      const answer = await stranger.get(route, { headers, maxRedirects: 0 });
      const body = await answer.text();
      const revealed = known.filter((secret) => body.includes(secret));
      expect.soft(revealed, `${route} with ${JSON.stringify(headers)}`).toEqual([]);
    }
  }
});

test("without a session every page redirects to sign-in and back", async ({
  stranger,
  program,
  receiver,
}) => {
  for (const route of await routes(program, receiver.url)) {
    const answer = await stranger.get(route, { maxRedirects: 0 });
    expect.soft(answer.status(), route).toBe(307);
    expect.soft(answer.headers().location).toBe(`/login?next=${encodeURIComponent(route)}`);
  }
});

/** Every page of the dashboard, each with content. */
async function routes(program: Program, callbackUrl: string): Promise<string[]> {
  const id = await program.webhook(callbackUrl);
  const delivery = await program.delivery(id, "delivered");
  const event = await program.publish();
  return [
    ...["/webhooks", "/webhooks/new", "/deliveries", "/events", "/events/published", "/keys"],
    ...["/users", "/accounts", "/alerts", "/audit", "/system", "/settings"],
    ...["deliveries", "settings", "signing", "test"].map((tab) => `/webhooks/${id}/${tab}`),
    `/webhooks/${id}`,
    `/deliveries/${delivery}`,
    `/events/published/${event}`,
  ];
}

test.describe("signed out", () => {
  test.use({ storageState: signedOut });

  test("a deep link survives sign-in", async ({ page, program, receiver }) => {
    const id = await program.webhook(receiver.url);
    const link = `/webhooks/${id}/deliveries?status=failed`;
    await page.goto(link);
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(link)}`);
    await signIn(page);
    await expect(page).toHaveURL(link);
    await expect(page.getByRole("heading", { name: "No delivery matches" })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("about:blank");
  });

  for (const person of ["admin@example.com", "nobody@example.com"]) {
    test(`a wrong password for ${person} shows the same message`, async ({ page }) => {
      await page.goto("/login");
      await signIn(page, { email: person, password: "not the password" });
      const alert = page.locator("form").getByRole("alert");
      await expect(alert).toBeFocused();
      await expect(alert).toHaveText("The e-mail address or the password is wrong.");
      await expect(page.getByLabel("E-mail")).toHaveValue(person);
    });
  }

  // Many more are tried by the tests of the function that chooses the address.
  for (const next of ["/x/..//evil.example", "javascript:alert(1)"]) {
    test(`sign-in never redirects to ${next}`, async ({ page, product }) => {
      await page.goto(`/login?next=${encodeURIComponent(next)}`);
      await signIn(page);
      await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
      expect(new URL(page.url()).origin).toBe(product.url);
    });
  }

  test("signing out ends the session itself, not only the cookie", async ({ page, context }) => {
    await page.goto("/login");
    await signIn(page);
    await expect(page).toHaveURL("/");
    await comeAlive(page);
    const session = await context.cookies();
    await page.getByRole("button", { name: `Your menu, ${admin.email}` }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL("/login");

    await context.addCookies(session);
    await page.goto("/keys");
    await expect(page).toHaveURL(/\/login\?next=%2Fkeys/);
    expect((await page.request.get("/v1/session")).status()).toBe(401);
  });

  test("setup is closed once there is an administrator", async ({ page, product, request }) => {
    const { hash } = new URL(product.setupLink);
    const body = {
      token: hash.slice(1),
      email: "b@example.com",
      password: randomUUID(),
    };
    expect((await request.post("/v1/setup", { data: body })).status()).toBe(404);
    await page.goto(product.setupLink);
    // Browsers keep the fragment in a redirect.
    await expect(page).toHaveURL(`/login${hash}`);
    await page.goto("/webhooks");
    await expect(page).toHaveURL(/\/login/);
  });
});
