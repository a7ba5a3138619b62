import type { Page } from "@playwright/test";

export const requestId = "0199c0de-0000-7000-8000-000000000001";

/** From now on the API answers the page as it does when it is broken; the returned function mends it. */
export async function breakApi(page: Page, path: RegExp): Promise<() => Promise<void>> {
  await page.route(path, (route) =>
    route.fulfill({
      status: 500,
      headers: { "x-request-id": requestId },
      json: {
        code: 50000,
        message: "Something broke on our side; quote the request id to your operator.",
      },
    }),
  );
  return () => page.unroute(path);
}
