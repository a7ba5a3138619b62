import { expect, type Page, type Route } from "@playwright/test";

type Answer = (route: Route) => Promise<void>;
type Walkable = Window & { next: { router: { push: (address: string) => void } } };

/**
 * From now on what the router fetches brings no rows along, so that pages ask for them by the API, which answers as the
 * test wants. Who is signed in is known all the same.
 */
export async function leaveUnfilled(page: Page, answer: Answer): Promise<void> {
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

/** Goes on within the page, as a link does. */
export async function walkTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => (window as unknown as Walkable).next.router.push(to), address);
  await expect(page).toHaveURL(address);
}

/** As while an answer is on its way. */
export async function answerNever(): Promise<void> {}

/** Whatever the API lists is left out of its answers. */
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
