import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { test as base, expect, type Page } from "@playwright/test";
import { makeHome } from "@/tests/product";
import { startReceiver } from "@/tests/receiver";
import { setUp } from "./sign-in";
import { watch } from "./watch";

/** A new product without users. */
const test = base.extend<{ fresh: { url: string; apiKey: string } }>({
  fresh: async ({ browser, context }, use) => {
    const home = await makeHome({ prepared: true });
    const product = home.start();
    const url = await product.address();
    const { cookies } = await setUp(browser, /http\S+\/setup#\S+/.exec(product.out())![0]);
    await context.addCookies(cookies);
    await use({ url, apiKey: await home.apiKey() });
    await home.close();
  },
  page: ({ page }, use) => watch(page, use),
});

test("empty lists show working commands to fill them", async ({ page, fresh }) => {
  const receiver = await startReceiver();
  const empty = {
    "/events/published": "No events yet",
    "/deliveries": "No deliveries yet",
    "/webhooks": "No webhooks yet",
  };
  const commands: string[] = [];
  for (const [address, title] of Object.entries(empty)) {
    await page.goto(fresh.url + address);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    commands.push(await commandOn(page));
  }
  const [publish, publishToo, create] = commands;
  expect(publishToo).toBe(publish);
  const webhook = await paste(create!.replace("https://example.com/hooks", receiver.url), fresh);
  expect(webhook).toMatchObject({ callbackUrl: receiver.url });

  await page.goto(`${fresh.url}/webhooks/${webhook.id}/deliveries`);
  await expect(page.getByRole("heading", { name: "No deliveries yet" })).toBeVisible();
  await paste(await commandOn(page), fresh);
  await receiver.next();
  expect(await paste(publish!, fresh)).toMatchObject({ deliveries: 1 });
  await receiver.next();
  const log = page.getByRole("table", { name: "Deliveries, newest first" });
  await expect(log.getByRole("row").filter({ hasText: "Delivered" })).toHaveCount(2);
  await receiver.close();
});

async function commandOn(page: Page): Promise<string> {
  return page.getByRole("region", { name: "curl command" }).innerText();
}

/** Puts the key into the environment and the command into the shell. */
async function paste(command: string, { apiKey }: { apiKey: string }) {
  const env = { ...process.env, POSTBACK_KEY: apiKey };
  const { stdout } = await promisify(execFile)("sh", ["-c", command], { env });
  return JSON.parse(stdout);
}
