import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { type Home, makeHome, type Product } from "@/tests/product";

let home: Home;
let product: Product;
let address: string;

beforeAll(async () => {
  home = await makeHome();
  product = home.start({
    ADMIN_EMAIL: "admin@example.com",
    ADMIN_PASSWORD: "a password for the tests",
  });
  address = await product.address();
});
afterAll(() => home.close());

/** Runs a command in the folder of the running product. Settles when it has exited by itself. */
async function run(script: string, ...words: string[]) {
  const command = home.start({}, [process.execPath, "--import", "tsx", script, ...words]);
  return { code: await command.ended, out: command.out(), err: command.err() };
}

test.each([
  ["keys:create", "server/cli/keys-create.ts", ["--name", "pipeline"], "pbk_live_"],
  ["seed", "server/cli/seed.ts", [], "Sample data added"],
  ["seed, once more", "server/cli/seed.ts", [], "Sample data already exists"],
  ["seed -- --remove", "server/cli/seed.ts", ["--remove"], "Sample data deleted"],
  ["secrets:rewrap", "server/cli/secrets-rewrap.ts", [], "all now use the key"],
  [
    "users:reset-password",
    "server/cli/users-reset-password.ts",
    ["--email", "admin@example.com"],
    /^\S{43}\n$/,
  ],
])(
  "%s ends while the embedded product goes on running",
  async (_, script, words, printed) => {
    const { code, out, err } = await run(script, ...words);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(printed);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
  },
  120_000,
);

test("a command that fails ends as well", async () => {
  const { code, err } = await run("server/cli/users-reset-password.ts", "--email", "x@example.com");
  expect([code, err]).toEqual([1, expect.stringContaining("no user with the e-mail address")]);
});

test("a key created while the product runs works at once", async () => {
  const { out } = await run("server/cli/keys-create.ts", "--name", "at once");
  const headers = { "x-api-key": out.trim() };
  expect((await fetch(`${address}/v1/webhooks`, { headers })).status).toBe(200);
});

test("migrate ends while a product runs on the same database", async () => {
  const { url } = await freshDatabase();
  const settings = { DATABASE_URL: url, MASTER_KEY: process.env.MASTER_KEY ?? "" };
  const other = await makeHome();
  try {
    const beside = other.start(settings);
    await beside.address();
    const words = [process.execPath, "--import", "tsx", "server/cli/migrate.ts"];
    const migrate = other.start(settings, words);
    expect([await migrate.ended, migrate.err()]).toEqual([0, ""]);
    expect(migrate.out()).toContain("The database is up to date.");
  } finally {
    await other.close();
  }
});
