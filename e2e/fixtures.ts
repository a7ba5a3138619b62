import { type APIRequestContext, test as base, expect } from "@playwright/test";
import { connectSql } from "@/db/client";
import { makeHome } from "@/tests/product";
import { type Receiver, startReceiver } from "@/tests/receiver";
import type { Known } from "@/tests/routes";
import { populateAccount } from "./populated-account";
import { type Program, program } from "./program";
import { setUp, signedOut } from "./sign-in";
import { watch } from "./watch";

export { expect };

type Running = {
  url: string;
  apiKey: string;
  setupLink: string;
  session: Awaited<ReturnType<typeof setUp>>;
  databaseUrl: () => Promise<string>;
  /** Process id of its Postgres. */
  postmaster: () => Promise<number>;
};
type Shared = { world: string; product: Running };
type Own = {
  api: APIRequestContext;
  stranger: APIRequestContext;
  program: Program;
  receiver: Receiver;
  /** One resource for each page with an id. */
  seeded: Known;
  tidy: undefined;
};

/** Keeps the password of the session confirmed while the tests run, which takes longer than the 15 minutes of the product. */
async function keepConfirmed(databaseUrl: string): Promise<void> {
  const sql = connectSql(databaseUrl, 1);
  await sql`update sessions set proven_at = now() + interval '1 day'`;
  await sql.end();
}

/**
 * Each test has the real product, started as users start it, and is signed in. The tests of one worker share it and
 * run in sequence: an event goes to every subscribed webhook, so parallel tests in one product would get each other's
 * events.
 */
export const test = base.extend<Own, Shared>({
  /** Tests with another `world` get another product, because leftovers would disturb the others. */
  world: ["shared", { option: true, scope: "worker" }],
  product: [
    async ({ browser }, use) => {
      const home = await makeHome({ prepared: true });
      const started = home.start({
        HOST: "127.0.0.1",
        REQUESTS_PER_MINUTE: "100000",
        PAGES_PER_MINUTE: "1000000",
      });
      const url = await started.address();
      const setupLink = /http\S+\/setup#\S+/.exec(started.out())?.[0] ?? "";
      const session = await setUp(browser, setupLink);
      const { databaseUrl, postmaster } = home;
      await keepConfirmed(await databaseUrl());
      const apiKey = await home.apiKey();
      await use({ url, apiKey, setupLink, session, databaseUrl, postmaster });
      const exitCode = await started.stop();
      await home.close();
      expect(exitCode, started.err()).toBe(0);
    },
    { scope: "worker", timeout: 60_000 },
  ],
  storageState: ({ product }, use) => use(product.session),
  baseURL: ({ product }, use) => use(product.url),
  page: ({ page }, use) => watch(page, use),
  /** API client with the installation's key. */
  api: async ({ playwright, product }, use) => {
    const api = await playwright.request.newContext({
      baseURL: product.url,
      extraHTTPHeaders: { "x-api-key": product.apiKey },
      storageState: signedOut,
    });
    await use(api);
    await api.dispose();
  },
  /** API client without a key. */
  stranger: async ({ playwright, product }, use) => {
    const stranger = await playwright.request.newContext({
      baseURL: product.url,
      storageState: signedOut,
    });
    await use(stranger);
    await stranger.dispose();
  },
  program: ({ api }, use) => use(program(api)),
  receiver: async ({}, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    await receiver.close();
  },
  seeded: async ({ api, program, receiver }, use) =>
    use(await populateAccount({ api, program, receiver })),
  /** Deletes webhooks, so that they do not get events of the next test. */
  tidy: [
    async ({ program }, use) => {
      await use(undefined);
      await program.deleteEverything();
    },
    { auto: true },
  ],
});
