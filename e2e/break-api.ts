import type { Page, Route } from "@playwright/test";

export const requestId = "0199c0de-0000-7000-8000-000000000001";

/** Response of a broken API. */
export function answerBroken(route: Route): Promise<void> {
  return route.fulfill({
    status: 500,
    headers: { "x-request-id": requestId },
    json: {
      code: 50000,
      message: "Internal error. Report the request id to your operator.",
    },
  });
}

/** Breaks the API for the page; the returned function restores it. */
export async function breakApi(page: Page, path: RegExp): Promise<() => Promise<void>> {
  await page.route(path, answerBroken);
  return () => page.unroute(path);
}
