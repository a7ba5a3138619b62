import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectSql, type Sql } from "@/db/client";
import { deliver, event } from "@/deploy/deliver";
import { apiOf, spawnProduct } from "@/deploy/spawn-product";
import { behave } from "@/tests/faults/behaviour";
import { loseAndRestore, settingsForLoad } from "@/tests/faults/lose-and-restore";
import { key } from "@/tests/faults/programs";
import { family, type Home, makeHome } from "@/tests/product";
import { type Receiver, startReceiver } from "@/tests/receiver";
import { addressOf, pages } from "@/tests/routes";

/** User id of `nobody` on Debian. */
const unprivilegedUserId = 65534;
const administrator = { email: "admin@example.com", password: "a password for the tests" };

let folder: string;
let bin: string;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  folder = mkdtempSync(path.join(tmpdir(), "postback-package-"));
  chmodSync(folder, 0o755);
  const packed = npm(["pack", "--json", "--pack-destination", folder], process.cwd());
  const [{ filename }] = JSON.parse(packed.slice(packed.indexOf("[\n")));
  npm(["install", "--omit=dev", "--no-audit", "--no-fund", `./${filename}`], folder);
  bin = path.join(folder, "node_modules/.bin/postback");
});
afterAll(async () => {
  await receiver.close();
  rmSync(folder, { recursive: true });
});

/** Runs npm without the settings of an npm that runs these tests, but with those by which it reaches its registry. */
function npm(args: string[], cwd: string): string {
  const { PATH, HOME, NODE_EXTRA_CA_CERTS, HTTPS_PROXY, https_proxy, NO_PROXY, no_proxy } =
    process.env;
  const network = { NODE_EXTRA_CA_CERTS, HTTPS_PROXY, https_proxy, NO_PROXY, no_proxy };
  const env = { PATH, HOME, ...network, NODE_ENV: "production" as const };
  return execFileSync("npm", args, {
    cwd,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

test("the installation has at most 150 MB, and no build tool", () => {
  const modules = path.join(folder, "node_modules");
  const [size = ""] = execFileSync("du", ["-sm", modules], { encoding: "utf8" }).split("\t");
  console.log(`installed size: ${size} MB`);
  expect(Number(size)).toBeLessThanOrEqual(150);
  const files = readdirSync(modules, { recursive: true }).map(String);
  expect(files).toContain("postback/release/dist/whole.js");
  const unwanted =
    /node_modules\/(typescript|esbuild|tsx|sharp|tailwindcss|vitest|@next\/swc)\/|\/(babel|postcss|cssnano|capsize)|(\.tsx?|\.map|_snapshot\.json)$/;
  expect(files.filter((file) => file.includes("release/") && unwanted.test(file))).toEqual([]);
  expect(files.filter((file) => /^(next|typescript|esbuild|tsx)\//.test(file))).toEqual([]);
});

test("another user starts it without write access, signs in, sees every page and gets a signed event", async () => {
  const home = mkdtempSync(path.join(tmpdir(), "postback-unprivileged-"));
  chownSync(home, unprivilegedUserId, unprivilegedUserId);
  const product = spawnProduct([process.execPath, bin], {
    cwd: home,
    uid: unprivilegedUserId,
    gid: unprivilegedUserId,
    settings: { ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password },
  });
  try {
    const ms = await product.healthy();
    console.log(`first 200 after ${ms} ms`);
    const keyFile = path.join(home, ".postback/api-key");
    const api = product.api(readFileSync(keyFile, "utf8").trim());
    const { call, origin } = api;
    const { webhookId, eventId } = await deliver(api, receiver);

    const bin = await call("POST /inbox/bins", { name: "Trial" });
    const [delivery] = (await call(`GET /deliveries?webhook=${webhookId}`)).deliveries;
    const { id: replay } = await call("POST /replays", { filter: { status: "delivered" } });
    const known = {
      ...{ webhooks: webhookId, deliveries: delivery.id, published: eventId, replays: replay },
      ...{ inbox: bin.id, api: "webhooks", events: event.event },
    };
    const cookie = await product.signIn(administrator);
    for (const pattern of pages.filter((one) => !/^\/(login|setup|invite)/.test(one))) {
      const answer = await fetch(origin + addressOf(pattern, known), { headers: { cookie } });
      expect([answer.status, await answer.text()], pattern).toEqual([
        200,
        expect.stringContaining("<!DOCTYPE html>"),
      ]);
    }
    expect((await fetch(`${origin}/login`)).status).toBe(200);
    expect(product.output()).not.toContain('"level":50');
    expect(await product.stop()).toBe(0);
  } finally {
    await product.stop();
    rmSync(home, { recursive: true });
  }
});

test("a backup under load, restored into another folder after a crash, has and delivers all that was accepted before it", async () => {
  const [source, target] = [await makeHome(), await makeHome()];
  const reply = { status: 200 };
  const { answer, succeeded } = behave(() => reply);
  const subscriber = await startReceiver();
  subscriber.answer(answer);
  const opened: Sql[] = [];
  const open = async (home: Home) => {
    const sql = connectSql(await home.databaseUrl(), 3);
    opened.push(sql);
    return sql;
  };
  const start = (home: Home) => {
    const settings = { ...settingsForLoad, NODE_ENV: "production", BOOTSTRAP_API_KEY: key };
    return home.start(settings, [process.execPath, bin, "start"]);
  };
  const file = path.join(source.dir, "now.backup.gz");
  const run = async (home: Home, ...words: string[]) => {
    const command = home.start({}, [process.execPath, bin, ...words]);
    expect(await command.ended, command.err()).toBe(0);
    return command.err();
  };
  try {
    const product = start(source);
    const address = await product.address();
    const { call } = apiOf(address, key);
    const draft = { callbackUrl: subscriber.url, events: [event.event] };
    const { id: webhookId } = await call("POST /webhooks", draft);
    const { secret } = await call(`GET /webhooks/${webhookId}/secret`);
    const installation = {
      address: () => address,
      sql: await open(source),
      async backUp() {
        expect(await run(source, "backup", "--to", file)).toBe("");
      },
      async kill() {
        // Processes of Postgres may end by themselves meanwhile.
        spawnSync("kill", ["-KILL", ...family(product.pid).map(String)]);
        await product.ended;
      },
      async restore() {
        copyFileSync(path.join(source.dir, "master-key"), path.join(target.dir, "master-key"));
        const note = await run(target, "restore", file);
        expect(note.split("\n")).toEqual([
          expect.stringContaining(`Creating a new installation in ${target.dir}.`),
          "",
        ]);
        await start(target).address();
        return open(target);
      },
    };
    await loseAndRestore(installation, { ...subscriber, webhookId, secret, succeeded }, reply);
  } finally {
    for (const sql of opened) await sql.end({ timeout: 1 });
    await Promise.all([source.close(), target.close(), subscriber.close()]);
  }
});

test("its commands work: version, help and completion", () => {
  const run = (...words: string[]) => execFileSync(bin, words, { cwd: folder, encoding: "utf8" });
  expect(run("--version")).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(run("doctor", "--help")).toContain("--egress-url");
  expect(run("completion", "fish")).toContain("complete -c postback");
});
