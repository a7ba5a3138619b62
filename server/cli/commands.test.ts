import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { postback } from "@/tests/postback";
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
async function run(line: string) {
  const command = home.start({}, [...postback, ...line.split(" ")]);
  return { code: await command.ended, out: command.out(), err: command.err() };
}

test.each([
  ["keys create --name pipeline", "pbk_live_"],
  ["keys list", /^ID .*\n(.*\n)*.* pipeline +all accounts +never\n/],
  ["accounts create Studio", /^[0-9a-f-]{36}\n$/],
  ["accounts list --json", /"name":"Studio"/],
  ["users list", / admin@example.com +admin +/],
  ["seed", "Sample data added"],
  ["seed", "Sample data already exists"],
  ["seed --remove", "Sample data deleted"],
  ["secrets rewrap", "all now use the key"],
  ["secrets rewrap --json", /^\{"count":0,"key":"[0-9a-f]{8}","unreadable":\[\]\}\n$/],
  ["users reset-password --email admin@example.com", /^\S{43}\n$/],
])("%s ends while the embedded product goes on running", async (line, printed) => {
  const { code, out, err } = await run(line);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(printed);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
});

test("a command that fails ends as well", async () => {
  const { code, err } = await run("users reset-password --email x@example.com");
  expect([code, err]).toEqual([1, expect.stringContaining("no user with the e-mail address")]);
});

test("a key works from its creation to its revocation by the command line", async () => {
  const { id, key } = JSON.parse((await run("keys create --name now --json")).out);
  const read = () => fetch(`${address}/v1/webhooks`, { headers: { "x-api-key": key } });
  expect((await read()).status).toBe(200);
  expect((await run(`keys revoke ${id}`)).code).toBe(0);
  expect((await read()).status).toBe(401);
  expect(await run(`keys revoke ${id}`)).toMatchObject({ code: 1, err: "No such resource.\n" });
});

test("migrate ends while a product runs on the same database", async () => {
  const { url } = await freshDatabase();
  const settings = { DATABASE_URL: url, MASTER_KEY: process.env.MASTER_KEY ?? "" };
  const other = await makeHome();
  try {
    const beside = other.start(settings);
    await beside.address();
    const migrate = other.start(settings, [...postback, "migrate"]);
    expect([await migrate.ended, migrate.err()]).toEqual([0, ""]);
    expect(migrate.out()).toContain("The database is up to date.");
  } finally {
    await other.close();
  }
});
