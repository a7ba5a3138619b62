import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { spawnProduct } from "@/deploy/spawn-product";
import { type Receiver, startReceiver } from "@/tests/receiver";
import { addressOf, pages } from "@/tests/routes";

/** User id of `nobody` on Debian. */
const unprivilegedUserId = 65534;
const administrator = { email: "admin@example.com", password: "a password for the tests" };

let folder: string;
let bin: string;
let receiver: Receiver;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "postback-package-"));
  chmodSync(folder, 0o755);
  const packed = npm(["pack", "--json", "--pack-destination", folder], process.cwd());
  const [{ filename }] = JSON.parse(packed.slice(packed.indexOf("[\n")));
  npm(["install", "--omit=dev", "--no-audit", "--no-fund", `./${filename}`], folder);
  bin = path.join(folder, "node_modules/.bin/postback");
  receiver = await startReceiver();
}, 600_000);
afterAll(async () => {
  await receiver.close();
  rmSync(folder, { recursive: true });
});

function npm(args: string[], cwd: string): string {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, NODE_ENV: "production" as const };
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
    const { call, origin } = await product.api(path.join(home, ".postback/api-key"));
    const draft = { callbackUrl: receiver.url, events: ["VIDEO_GENERATION_SUCCESS"] };
    const { id } = await call("POST /webhooks", draft);
    const { secret } = await call(`GET /webhooks/${id}/secret`);
    const event = { event: "VIDEO_GENERATION_SUCCESS", data: { videoId: "v-1" } };
    const published = await call("POST /events", event);
    const { headers, body } = await receiver.next();
    expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
    expect(headers["webhook-id"]).toBe(published.id);

    const bin = await call("POST /inbox/bins", { name: "Trial" });
    const [delivery] = (await call(`GET /deliveries?webhook=${id}`)).deliveries;
    const { id: replay } = await call("POST /replays", { filter: { status: "delivered" } });
    const known = {
      ...{ webhooks: id, deliveries: delivery.id, published: published.id, replays: replay },
      ...{ inbox: bin.id, api: "webhooks", events: "VIDEO_GENERATION_SUCCESS" },
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
}, 300_000);

test("its commands work: version, help and completion", () => {
  const run = (...words: string[]) => execFileSync(bin, words, { cwd: folder, encoding: "utf8" });
  expect(run("--version")).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(run("doctor", "--help")).toContain("--egress-url");
  expect(run("completion", "fish")).toContain("complete -c postback");
});
