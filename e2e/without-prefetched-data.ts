import { expect, type Page, type Route } from "@playwright/test";
import { retryDelayMs } from "@/lib/query-client";

type Answer = (route: Route) => Promise<void>;
type Walkable = Window & { next: { router: { push: (address: string) => void } } };

/**
 * Strips prefetched query data from RSC responses, so that pages fetch it from the API, where `answer` replaces the
 * response. The session stays known.
 */
export async function withoutPrefetchedData(page: Page, answer: Answer): Promise<void> {
  await page.route(
    (url) => url.searchParams.has("_rsc"),
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll('"queries":[', '"queries":[],"rows":[');
      await route.fulfill({ response, body });
    },
  );
  await page.route(/\/v1\/(?!session$)/, answer);
}

/** Repeats a failed request at once. Until then a page looks as it does while it loads. */
export async function withoutRetryDelay(page: Page): Promise<void> {
  await page.addInitScript((delay) => {
    const wait = window.setTimeout;
    const shorter = (run: TimerHandler, ms?: number, ...rest: unknown[]) =>
      wait(run, ms === delay ? 0 : ms, ...rest);
    Object.assign(window, { setTimeout: shorter });
  }, retryDelayMs);
}

/** Navigates on the client, as a link does. */
export async function walkTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => (window as unknown as Walkable).next.router.push(to), address);
  await expect(page).toHaveURL(address);
}

/** Leaves a request without a response, for loading states. */
export async function answerNever(): Promise<void> {}

/** Empties every list in the response, for empty states. */
export async function answerEmpty(route: Route): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, json: emptied(await response.json()) });
}

function emptied(body: unknown): unknown {
  if (Array.isArray(body)) return [];
  return Object.fromEntries(
    Object.entries(Object(body)).map(([name, value]) => [name, Array.isArray(value) ? [] : value]),
  );
}
