import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Command } from "commander";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { postback } from "@/tests/postback";
import { type Home, makeHome, type Product } from "@/tests/product";
import { commandTree } from "./command-tree";

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
async function run(line: string, settings: Record<string, string> = {}) {
  const command = home.start(settings, [...postback, ...line.split(" ")]);
  return { code: await command.ended, out: command.out(), err: command.err() };
}

test.each([
  ["keys create --name pipeline", "pbk_live_"],
  ["keys list", /^ID .*\n(.*\n)*.* pipeline +all accounts +never\n/],
  ["accounts create Studio", /^[0-9a-f-]{36}\n$/, /^There are two accounts now\./],
  ["accounts list --json", /"name":"Studio"/],
  ["users create --email night@example.com --role operator", /^\S{43}\n$/],
  ["users list", / night@example.com +operator +/],
  ["users list", / admin@example.com +admin +/],
  ["seed", "Sample data added"],
  ["seed", "Sample data already exists"],
  ["seed --remove", "Sample data deleted"],
  ["secrets rewrap", "all now use the key"],
  ["secrets rewrap --json", /^\{"count":0,"key":"[0-9a-f]{8}","unreadable":\[\]\}\n$/],
  ["users reset-password --email admin@example.com", /^\S{43}\n$/],
])("%s ends while the embedded product goes on running", async (line, printed, said = /^$/) => {
  const { code, out, err } = await run(line);
  expect([code, err]).toEqual([0, expect.stringMatching(said)]);
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
  expect(await run(`keys revoke ${id}`)).toMatchObject({
    code: 1,
    err: `No valid key has the id ${id}. \`postback keys list\` lists them.\n`,
  });
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

describe("--json", () => {
  let folder: string;
  let backup: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "postback-json-"));
    backup = path.join(folder, "now.backup.gz");
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Each command that ends, with the arguments that it needs, in an order in which all succeed. */
  const lines: Record<string, () => string> = {
    migrate: () => "",
    "accounts create": () => "Json",
    "accounts list": () => "",
    "keys create": () => "--name json",
    "keys list": () => "",
    "keys revoke": () => keyId,
    "users create": () => "--email json@example.com --role viewer",
    "users list": () => "",
    "users reset-password": () => "--email admin@example.com",
    seed: () => "--remove",
    "secrets rewrap": () => "",
    doctor: () => `--egress-url ${address}/healthz`,
    backup: () => `--to ${backup}`,
    restore: () => `${backup} --dry-run`,
  };
  let keyId = "00000000-0000-4000-8000-000000000000";

  const lineOf = (name: string) => `${name} ${lines[name]?.()} --json`.replace(/ +/g, " ");

  /** Settings with which these commands succeed; the others use those of the running product. */
  const settingsOf: Record<string, () => Promise<Record<string, string>>> = {
    migrate: async () => ({
      DATABASE_URL: (await freshDatabase()).url,
      MASTER_KEY: process.env.MASTER_KEY ?? "",
    }),
    doctor: async () => ({ ALLOW_PRIVATE_CIDRS: "127.0.0.0/8" }),
    restore: async () => ({
      POSTBACK_DIR: path.join(folder, "empty"),
      MASTER_KEY: (await readFile(path.join(home.dir, "master-key"), "utf8")).trim(),
    }),
  };

  test("every command that ends has the option", () => {
    const endless = ["start", "web", "worker", "completion"];
    const hasJson = (one: Command) => one.options.some(({ long }) => long === "--json");
    const ending = leavesOf(commandTree()).filter(([name]) => !endless.includes(name));
    expect(ending.filter(([, one]) => !hasJson(one)).map(([name]) => name)).toEqual([]);
    expect(new Set(ending.map(([name]) => name))).toEqual(new Set(Object.keys(lines)));
  });

  test("success prints one JSON document and nothing else", async () => {
    for (const name of Object.keys(lines)) {
      const { code, out, err } = await run(lineOf(name), await settingsOf[name]?.());
      expect([name, code, err, out]).toEqual([name, 0, "", expect.stringMatching(/^[{[].*\n$/)]);
      const result = JSON.parse(out);
      expect(result).not.toHaveProperty("error");
      if (name === "keys create") keyId = result.id;
    }
  });

  test("a failure prints its reason as JSON", async () => {
    const failures = Object.keys(lines).map(async (name) => {
      const { code, out, err } = await run(lineOf(name), { PORT: "seventy" });
      expect([name, code, JSON.parse(out)]).toEqual([name, 1, { error: err.trim() }]);
      expect(err).toContain("PORT: ");
    });
    await Promise.all(failures);
  });

  test("wrong usage prints its reason as JSON, and standard output remains a backup's", async () => {
    const { code, out } = await run("accounts create --json");
    expect([code, JSON.parse(out)]).toEqual([2, { error: "missing required argument 'name'" }]);
    const backUp = await run("backup --to - --json", { PORT: "seventy" });
    expect([backUp.code, backUp.out]).toEqual([1, ""]);
  });
});

/** Returns the commands without subcommands, with their names. */
function leavesOf(command: Command, above = ""): [string, Command][] {
  return command.commands.flatMap((one) => {
    const name = `${above} ${one.name()}`.trim();
    return one.commands.length > 0 ? leavesOf(one, name) : [[name, one] as [string, Command]];
  });
}
