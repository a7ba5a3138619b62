import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { choosePort } from "@/server/supervisor/ports";
import { type Home, makeHome, until } from "@/tests/product";
import { startReceiver } from "@/tests/receiver";
import { hasProgram, run } from "../tools";

type Dashboard = { title: string; panels: { title: string; targets: { expr: string }[] }[] };
type Answer<T> = { status: string; error?: string; data: T };

const rules = "deploy/observability/prometheus/alerts.yaml";
const alerts = Array.from(
  readFileSync(rules, "utf8").matchAll(/- alert: (\w+)/g),
  ([, name = ""]) => name,
);
const folderOfDashboards = "deploy/observability/grafana/dashboards";

let home: Home;
let folder: string;
let prometheus: string;
let database: string;
const children: ChildProcess[] = [];

/** Runs the product, delivers one event and fails to deliver another, and scrapes it and its Postgres. */
beforeAll(async () => {
  const programs = ["promtool", "prometheus", "prometheus-postgres-exporter"];
  const missing = programs.filter(
    (name) => !hasProgram(name, name.replace("promtool", "prometheus")),
  );
  expect(missing, "Install Debian's prometheus and prometheus-postgres-exporter.").toEqual([]);
  folder = mkdtempSync(path.join(tmpdir(), "postback-prometheus-"));
  home = await makeHome();
  const metricsPort = await choosePort();
  await deliver(await home.start({ METRICS_PORT: `${metricsPort}` }).address());
  const url = await home.databaseUrl();
  database = new URL(url).pathname.slice(1);
  const exporter = `127.0.0.1:${await choosePort()}`;
  launch("prometheus-postgres-exporter", [`--web.listen-address=${exporter}`], {
    DATA_SOURCE_NAME: `${url}?sslmode=disable`,
  });
  prometheus = await launchPrometheus({ postback: `127.0.0.1:${metricsPort}`, postgres: exporter });
  // The collection of garbage is counted from the first one on.
  const last = ["postback_database_up", "pg_stat_activity_count", "nodejs_gc_duration_seconds_sum"];
  for (const metric of last) {
    await until(async () => (await query<{ result: object[] }>(metric)).data.result.length > 0);
  }
});

afterAll(async () => {
  for (const child of children) {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }
  await home.close();
  rmSync(folder, { recursive: true });
});

async function deliver(address: string): Promise<void> {
  const receiver = await startReceiver();
  receiver.answer(200, 400);
  const headers = { "x-api-key": await home.apiKey(), "content-type": "application/json" };
  const post = (place: string, body: object) =>
    fetch(`${address}/v1${place}`, { method: "POST", headers, body: JSON.stringify(body) });
  await post("/webhooks", { callbackUrl: receiver.url, events: ["VIDEO_GENERATION_SUCCESS"] });
  for (const videoId of ["delivered", "refused"]) {
    await post("/events", { event: "VIDEO_GENERATION_SUCCESS", data: { videoId } });
    await receiver.next();
  }
  await receiver.close();
}

function launch(command: string, args: string[], variables: Record<string, string> = {}): void {
  const env = { ...process.env, ...variables };
  children.push(spawn(command, args, { env, stdio: "ignore" }));
}

async function launchPrometheus(targets: Record<string, string>): Promise<string> {
  const listening = `127.0.0.1:${await choosePort()}`;
  const jobs = Object.entries(targets).map(([name, target]) => ({
    job_name: name,
    static_configs: [{ targets: [target] }],
  }));
  const configuration = {
    global: { scrape_interval: "1s", evaluation_interval: "1s" },
    rule_files: [path.resolve(rules)],
    scrape_configs: jobs,
  };
  const file = path.join(folder, "prometheus.yaml");
  writeFileSync(file, JSON.stringify(configuration));
  const data = `--storage.tsdb.path=${path.join(folder, "data")}`;
  launch("prometheus", [`--config.file=${file}`, data, `--web.listen-address=${listening}`]);
  const address = `http://${listening}`;
  await until(async () => (await fetch(`${address}/-/ready`).catch(() => null))?.ok);
  return address;
}

async function ask<T>(place: string): Promise<Answer<T>> {
  return (await fetch(`${prometheus}/api/v1/${place}`)).json() as Promise<Answer<T>>;
}

const query = <T>(expression: string) => ask<T>(`query?query=${encodeURIComponent(expression)}`);

/** Replaces the variables of a dashboard. */
const filledIn = (expression: string) =>
  expression
    .replaceAll("$__rate_interval", "1m")
    .replaceAll("$database", database)
    .replaceAll("$job", /\bpg_/.test(expression) ? "postgres" : "postback");

const namesIn = (text: string) => [
  ...new Set(text.match(/\b(postback|process|nodejs|pg)_[a-z0-9_]+/g)),
];

test("promtool accepts the configuration and the alerts, and their unit tests pass", () => {
  const place = "deploy/observability/prometheus";
  expect(run("promtool", ["check", "config", `${place}/prometheus.yaml`])).toContain(
    `${alerts.length} rules found`,
  );
  expect(run("promtool", ["test", "rules", `${place}/alerts.test.yaml`])).toContain("SUCCESS");
});

test("Prometheus scrapes both, and no alert is pending", async () => {
  const { data } = await query<{ result: { value: [number, string] }[] }>("up");
  expect(data.result.map(({ value }) => value[1])).toEqual(["1", "1"]);
  type Groups = { groups: { rules: { name: string; health: string; state: string }[] }[] };
  const evaluated = await until(async () => {
    const { groups } = (await ask<Groups>("rules")).data;
    const all = groups.flatMap((group) => group.rules);
    return all.every(({ health }) => health !== "unknown") ? all : null;
  });
  expect(evaluated.map(({ name, health, state }) => [name, health, state])).toEqual(
    alerts.map((name) => [name, "ok", "inactive"]),
  );
});

test("every metric in alerts and dashboards exists", async () => {
  const files = readdirSync(folderOfDashboards).map((name) => path.join(folderOfDashboards, name));
  const { data: scraped } = await ask<string[]>("label/__name__/values");
  for (const file of [rules, ...files]) {
    const named = namesIn(readFileSync(file, "utf8"));
    expect(named.length, file).toBeGreaterThan(2);
    expect(
      named.filter((name) => !scraped.includes(name)),
      file,
    ).toEqual([]);
  }
});

test.each(readdirSync(folderOfDashboards))("every query of %s is valid", async (name) => {
  const text = readFileSync(path.join(folderOfDashboards, name), "utf8");
  const { panels } = JSON.parse(text) as Dashboard;
  for (const { title, targets } of panels) {
    for (const { expr } of targets) {
      const { status, error } = await query(filledIn(expr));
      expect([status, error], title).toEqual(["success", undefined]);
    }
  }
});
