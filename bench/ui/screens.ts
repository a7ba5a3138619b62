import { type Browser, chromium, type Page } from "@playwright/test";
import { findBrowser } from "@/tests/find-browser";
import type { Figure } from "../measure";
import { median } from "../measure";
import { navigation } from "./navigation";
import { scroll } from "./scroll";
import { cookiesOf, lookAround, type Subject } from "./subject";
import { readVitals, watchVitals } from "./vitals";

const rounds = 3;

/** Measures the main pages in a real browser: loading, layout shift and interaction latency. */
export async function screens(subject: Subject): Promise<Figure[]> {
  const { delivery, webhook } = await lookAround(subject);
  const paths = [
    "/",
    "/webhooks",
    "/webhooks/new",
    `/webhooks/${webhook}/deliveries`,
    "/deliveries",
    `/deliveries/${delivery.id}`,
    "/events/published",
    "/replays",
    "/keys",
    "/audit",
  ];
  return inBrowser(async (browser) => {
    const figures: Figure[] = [];
    for (const path of paths) figures.push(...(await loading(browser, subject, path)));
    return [...figures, ...(await answering(browser, subject))];
  });
}

/** Measures client navigation in a real browser. */
export async function navigations(subject: Subject): Promise<Figure[]> {
  return inBrowser(async (browser) => navigation(await openPage(browser, subject)));
}

async function inBrowser(measure: (browser: Browser) => Promise<Figure[]>): Promise<Figure[]> {
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  return measure(browser).finally(() => browser.close());
}

async function loading(browser: Browser, subject: Subject, path: string): Promise<Figure[]> {
  const seen = [];
  for (let round = 0; round < rounds; round++) {
    const page = await openPage(browser, subject);
    await page.goto(path, { waitUntil: "load" });
    await page.waitForTimeout(500);
    seen.push(await readVitals(page));
    await page.context().close();
  }
  const row = path.replace(/[0-9a-f-]{36}/, ":id");
  const lcp = median(seen.map(({ lcp }) => lcp));
  const cls = Math.max(...seen.map(({ cls }) => cls));
  return [
    { row, what: "LCP", figure: lcp, unit: "ms", goal: { of: "figure", atMost: 1000 } },
    { row, what: "CLS", figure: cls, unit: "", goal: { of: "figure", atMost: 0.02 } },
  ];
}

async function answering(browser: Browser, subject: Subject): Promise<Figure[]> {
  const page = await openPage(browser, subject);
  await page.goto("/deliveries", { waitUntil: "load" });
  const actions: Record<string, () => Promise<void>> = {
    "filter toggle": async () => {
      await page.getByRole("button", { name: "Status", exact: true }).click();
      await page.getByRole("checkbox", { name: "Delivered" }).click();
      await page.keyboard.press("Escape");
    },
    "row open": async () => page.locator("a[data-row]").nth(3).click(),
  };
  const figures: Figure[] = [];
  for (const [what, act] of Object.entries(actions)) {
    await readVitals(page);
    await act();
    const { inp } = await readVitals(page);
    const goal = { of: "figure", atMost: 100 } as const;
    figures.push({ row: "INP", what, figure: inp, unit: "ms", goal });
  }
  figures.push(...(await scroll(page)));
  await page.context().close();
  return figures;
}

async function openPage(browser: Browser, { origin, cookie }: Subject): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin });
  await context.addCookies(cookiesOf({ origin, cookie }));
  // The compiler wraps named functions in a helper that does not exist in the page.
  await context.addInitScript("globalThis.__name = (it) => it");
  const page = await context.newPage();
  await watchVitals(page);
  return page;
}
