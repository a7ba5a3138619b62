import { mkdir } from "node:fs/promises";
import path from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { ensureBuild } from "@/server/supervisor/ensure-build";
import { root } from "@/server/supervisor/root";
import { findBrowser } from "@/tests/find-browser";
import { startWithSample } from "../ui/product";
import { lookAround } from "../ui/subject";
import { shots } from "./shots";

const folder = path.join(root, "docs/screenshots");

/** `npm run screenshots`: starts a fresh product with sample data and saves its pages in `docs/screenshots`. */
await ensureBuild();
const subject = await startWithSample([]);
const executablePath = findBrowser();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
});
try {
  await mkdir(folder, { recursive: true });
  const seen = await lookAround(subject);
  for (const shot of shots(seen)) {
    const context = await browser.newContext({
      baseURL: subject.origin,
      viewport: { width: 1280, height: shot.height ?? 800 },
      colorScheme: shot.dark ? "dark" : "light",
      reducedMotion: "reduce",
      timezoneId: "UTC",
      locale: "en-GB",
    });
    await signIn(context);
    await take(await context.newPage(), shot);
    await context.close();
  }
} finally {
  await browser.close();
  await subject.close();
}

async function signIn(context: BrowserContext): Promise<void> {
  const cookies = subject.cookie.split("; ").map((pair) => {
    const [name = "", ...value] = pair.split("=");
    return { name, value: value.join("="), url: subject.origin };
  });
  await context.addCookies(cookies);
}

async function take(page: Page, { name, address, ready }: ReturnType<typeof shots>[number]) {
  await page.goto(address);
  await ready(page);
  await page.waitForLoadState("load");
  // Waits for fonts and the first live figures.
  await page.waitForTimeout(1500);
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
  console.log(`docs/screenshots/${name}.png`);
}
