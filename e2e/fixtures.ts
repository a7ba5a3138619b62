import { type APIRequestContext, test as base } from "@playwright/test";
import { makeHome } from "@/tests/product";

const admin = { email: "admin@example.com", password: "correct horse battery" };

type Running = { url: string; apiKey: string; admin: typeof admin };
type Own = { api: APIRequestContext };
type Shared = { product: Running };

/** Every test has the real product before it, started as its users start it; those of one worker share it. */
export const test = base.extend<Own, Shared>({
  product: [
    async ({}, use) => {
      const home = await makeHome();
      const started = home.start({ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password });
      const url = await started.address();
      await use({ url, apiKey: await home.apiKey(), admin });
      await home.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: ({ product }, use) => use(product.url),
  api: async ({ playwright, product }, use) => {
    const api = await playwright.request.newContext({
      baseURL: product.url,
      extraHTTPHeaders: { "x-api-key": product.apiKey },
    });
    await use(api);
    await api.dispose();
  },
});
