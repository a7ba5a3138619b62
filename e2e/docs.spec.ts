import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { expect, test } from "./fixtures";
import { signedOut } from "./sign-in";

const run = promisify(execFile);

/** Runs a command in a shell, as pasted; an error response of a program fails the test. */
async function paste(command: string, variables: Record<string, string> = {}): Promise<string> {
  const failing = command.replaceAll("curl ", "curl -sS --fail-with-body -m 20 ");
  const env = { ...process.env, ...variables };
  const { stdout } = await run("bash", ["-c", failing], { env, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

/** Commands of the page, by their headings. */
const commands = (page: Page) =>
  page
    .locator("figure", { hasText: "curl" })
    .evaluateAll((figures) =>
      figures
        .map((figure) => figure.querySelector("pre")?.textContent ?? "")
        .filter((text) => text.includes("curl ")),
    );

const contents = (page: Page) =>
  page
    .getByRole("navigation", { name: "Documentation" })
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));

const guides = [
  "/docs",
  "/docs/publishing",
  "/docs/verify",
  "/docs/retries",
  "/docs/causes",
  "/docs/events",
  "/docs/limits",
];

test.describe("by somebody who never signs in", () => {
  test.use({ storageState: signedOut });

  for (const address of [...guides, "/docs/api/events", "/docs/api/webhooks"]) {
    test(`${address}: accessible, and each section of its contents is there`, async ({ page }) => {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      const inner = (await contents(page)).filter((href) => href.startsWith("#"));
      expect(inner.length).toBeGreaterThan(2);
      for (const id of inner) await expect(page.locator(`[id="${id.slice(1)}"]`)).toHaveCount(1);
      await expectAccessible(page);
    });
  }

  test("every operation of the document has its section, and every page of the contents opens", async ({
    page,
    stranger,
  }) => {
    const { paths } = await (await stranger.get("/openapi.json")).json();
    const documented = Object.values<Record<string, { operationId: string }>>(paths)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId);
    await page.goto("/docs");
    const pages = (await contents(page)).filter((href) => href.startsWith("/docs/api/"));
    const shown: string[] = [];
    for (const address of pages) {
      expect((await page.goto(address))?.status()).toBe(200);
      shown.push(
        ...(await page.locator("main section[id]").evaluateAll((all) => all.map(({ id }) => id))),
      );
    }
    expect(new Set(shown)).toEqual(new Set(documented));
    expect(shown).toHaveLength(documented.length);
  });

  test("the contents are searchable by name and path", async ({ page }) => {
    await page.goto("/docs");
    const nav = page.getByRole("navigation", { name: "Documentation" });
    const field = nav.getByRole("searchbox", { name: "Find in the documentation" });
    await field.fill("POST /v1/events");
    await expect(nav.getByRole("link").first()).toContainText("Publish an event");
    await field.press("Enter");
    await expect(page).toHaveURL("/docs/api/events#events.publish");
    await field.fill("leap year");
    await expect(nav.getByText("No matches")).toBeVisible();
    await field.press("Escape");
    await expect(nav.getByRole("link", { name: "Quick start" })).toBeVisible();
  });

  test("commands that need no key run as they are", async ({ page }) => {
    await page.goto("/docs");
    const open = (await commands(page)).filter((command) => !command.includes("POSTBACK_KEY"));
    await page.goto("/docs/api/service");
    open.push(...(await commands(page)).filter((command) => !command.includes("POSTBACK_KEY")));
    expect(open.length).toBeGreaterThan(1);
    for (const command of open) expect(JSON.parse(await paste(command))).toHaveProperty("openapi");
  });

  test("a missing page is a 404 page with links", async ({ page }) => {
    expect((await page.goto("/docs/api/nothing"))?.status()).toBe(404);
    await page.goto("/docs");
    await page
      .getByRole("navigation", { name: "Documentation" })
      .getByRole("link", { name: "Retry schedule" })
      .click();
    await expect(page).toHaveTitle("Retry schedule · Docs · Postback");
  });

  test("on a phone the contents open, lead somewhere and fold away", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/docs");
    await page.getByText("Contents", { exact: true }).click();
    await page
      .getByRole("navigation", { name: "Contents" })
      .getByRole("link", { name: "Error causes" })
      .click();
    await expect(page.getByRole("heading", { level: 1, name: "Error causes" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Contents" })).toBeHidden();
  });

  test("five languages verify, and the keyboard goes from one to the next", async ({ page }) => {
    await page.goto("/docs/verify");
    const languages = page.getByRole("group", { name: "Language", exact: true }).getByRole("radio");
    await expect(languages).toHaveCount(5);
    await languages.first().press("ArrowRight");
    await expect(languages.nth(1)).toBeChecked();
    await expect(page.getByText("hmac.compare_digest")).toBeVisible();
  });
});

test("the quick start works as pasted, from the key to the delivery", async ({
  page,
  product,
  receiver,
}) => {
  await page.goto("/docs");
  const key = { POSTBACK_KEY: product.apiKey };
  const [check = "", create = "", publish = "", find = ""] = await commands(page);
  expect(await paste(check.split("\n").slice(1).join("\n"), key)).toContain('"name"');
  const webhook = JSON.parse(
    await paste(create.replace("https://example.com/hooks", receiver.url), key),
  );
  const event = JSON.parse(await paste(publish, key));
  const [request] = await receiver.waitFor(1);
  expect(request?.headers["webhook-id"]).toBe(event.id);
  const { deliveries } = JSON.parse(await paste(find, key));
  expect(deliveries).toContainEqual(
    expect.objectContaining({ webhookId: webhook.id, eventId: event.id }),
  );
});

test("every list of the reference answers to its own command", async ({ page, product }) => {
  await page.goto("/docs");
  const pages = (await contents(page)).filter((href) => href.startsWith("/docs/api/"));
  const lists: string[] = [];
  for (const address of pages) {
    await page.goto(address);
    lists.push(...(await commands(page)).filter((command) => /^curl http\S+[^D] \\/.test(command)));
  }
  // The others need an id, a session, or alerts to be configured; or they never end.
  const isPlain = (command: string) => !/_ID|\/v1\/session |\/alerts\/secret |-N /.test(command);
  const plain = lists.filter(isPlain);
  expect(plain.length).toBeGreaterThan(10);
  for (const command of plain) {
    expect.soft(await paste(command, { POSTBACK_KEY: product.apiKey }), command).not.toBe("");
  }
});

test("llms.txt names every operation and every guide", async ({ stranger }) => {
  const text = await (await stranger.get("/llms.txt")).text();
  const { paths } = await (await stranger.get("/openapi.json")).json();
  for (const path of Object.keys(paths)) expect(text).toContain(` ${path}\n`);
  for (const address of guides) expect(text).toContain(`${address})`);
  for (const part of [
    "HMAC-SHA256",
    "attempt 10:",
    "- 42200:",
    '{"event":"VIDEO_GENERATION_FAILED"',
  ]) {
    expect(text).toContain(part);
  }
});
