import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settingNames } from "@/lib/env";
import { natsServer } from "@/tests/nats/server";
import { goProgram, run } from "../tools";

type Service = {
  image?: string;
  command?: string[];
  read_only?: boolean;
  profiles?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[] };
  environment?: Record<string, string>;
  deploy?: { replicas?: number };
  volumes?: { type: string; source: string; target: string }[];
};
type Model = { services: Record<string, Service>; volumes: object };

const file = "compose.yaml";
const required: Record<string, string> = { MASTER_KEY: "key", POSTGRES_PASSWORD: "password" };

let checker: string;
let folder: string;
let model: Model;

beforeAll(() => {
  // The parser of Docker Compose, which checks the schema and the references between parts.
  checker = goProgram("github.com/compose-spec/compose-go/v2/cmd@v2.16.2", "cmd");
  folder = mkdtempSync(path.join(tmpdir(), "postback-compose-"));
  model = JSON.parse(check(interpolated(readFileSync(file, "utf8"))));
});
afterAll(() => rmSync(folder, { recursive: true }));

function check(text: string): string {
  const copy = path.join(folder, "compose.yaml");
  writeFileSync(copy, text);
  return run(checker, ["--format", "json", copy], folder);
}

/** Replaces `${NAME:-default}` and `${NAME:?message}`: the checker alone knows no environment. */
function interpolated(text: string): string {
  return text.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name, kind, rest) =>
    kind === "-" ? rest : required[name],
  );
}

const serviceOf = (name: string) => {
  const service = model.services[name];
  if (!service) throw new Error(`compose.yaml has no service ${name}.`);
  return service;
};

test("without a key and a password it says what to set", () => {
  const uninterpolated = readFileSync(file, "utf8");
  expect(() => check(uninterpolated)).toThrow(
    "MASTER_KEY is missing a value: Set MASTER_KEY in .env to the output of openssl rand -base64 32",
  );
  expect(() => check(uninterpolated)).toThrow("Set POSTGRES_PASSWORD in .env");
});

test("web and two workers start after the migration, which starts after Postgres", () => {
  expect(serviceOf("migrate").depends_on).toMatchObject({
    postgres: { condition: "service_healthy" },
  });
  for (const name of ["web", "worker"]) {
    expect(serviceOf(name).depends_on).toMatchObject({
      migrate: { condition: "service_completed_successfully" },
    });
  }
  expect(serviceOf("worker").deploy?.replicas).toBe(2);
  expect(serviceOf("postgres").image).toBe("postgres:18");
});

test("they have a health check, a read-only root and settings that exist", () => {
  expect(serviceOf("postgres").healthcheck?.test).toContain("pg_isready");
  expect(serviceOf("worker").healthcheck?.test).toContain("/app/health.mjs");
  for (const name of ["migrate", "web", "worker"]) {
    const { read_only, command, environment = {} } = serviceOf(name);
    expect([read_only, command]).toEqual([true, [name]]);
    const own = Object.keys(environment).filter((setting) => !setting.startsWith("OTEL_"));
    expect(settingNames).toEqual(expect.arrayContaining(own));
  }
});

test("no service has secrets that it does not need", () => {
  const environmentOf = (name: string) => serviceOf(name).environment ?? {};
  expect(environmentOf("migrate")).toHaveProperty("ADMIN_PASSWORD");
  for (const name of ["web", "worker"])
    expect(environmentOf(name)).not.toHaveProperty("ADMIN_PASSWORD");
  expect(environmentOf("worker")).not.toHaveProperty("BOOTSTRAP_API_KEY");
  expect(new Set(Object.keys(environmentOf("backup")))).toEqual(
    new Set(["DATABASE_URL", "LOG_FORMAT", "LOG_LEVEL"]),
  );
});

test("backups are written daily to a volume that user 1000 owns", () => {
  const { command, volumes, depends_on } = serviceOf("backup");
  expect(command?.join(" ")).toBe("backup --to /data --every 24h --keep 14");
  // A new volume takes the owner of the folder in the image.
  expect(volumes).toMatchObject([{ type: "volume", source: "backups", target: "/data" }]);
  expect(depends_on).toHaveProperty("migrate");
});

test("only Postgres and the product start without a profile", () => {
  const namesOf = (profile?: string) =>
    new Set(
      Object.keys(model.services).filter((name) => serviceOf(name).profiles?.[0] === profile),
    );
  expect(namesOf()).toEqual(new Set(["migrate", "postgres", "web", "worker"]));
  expect(namesOf("backup")).toEqual(new Set(["backup"]));
  expect(namesOf("observability")).toEqual(
    new Set(["grafana", "otel-collector", "postgres-exporter", "prometheus"]),
  );
  expect(namesOf("nats")).toEqual(new Set(["nats-1", "nats-2", "nats-3"]));
});

test("every mounted file exists, and data is in named volumes", () => {
  const mounts = Object.values(model.services).flatMap(({ volumes = [] }) => volumes);
  const binds = mounts.filter(({ type }) => type === "bind");
  expect(binds.length).toBeGreaterThan(0);
  for (const { source } of binds) {
    expect(existsSync(path.relative(folder, source)), source).toBe(true);
  }
  const named = mounts.filter(({ type }) => type === "volume").map(({ source }) => source);
  expect(new Set(named)).toEqual(new Set(Object.keys(model.volumes)));
});

test("Grafana reads the dashboards where they are mounted, and Prometheus where it runs", () => {
  const place = "deploy/observability/grafana";
  const settingIn = (file: string, name: string) =>
    new RegExp(`${name}: (\\S+)`).exec(readFileSync(`${place}/provisioning/${file}`, "utf8"))?.[1];
  const mounts = (serviceOf("grafana").volumes ?? []).map(({ source, target }) => [
    target,
    path.relative(folder, source),
  ]);
  const dashboards = settingIn("dashboards/postback.yaml", "path");
  expect(mounts).toContainEqual([dashboards, `${place}/dashboards`]);
  expect(mounts).toContainEqual(["/etc/grafana/provisioning", `${place}/provisioning`]);
  const url = new URL(settingIn("datasources/prometheus.yaml", "url") ?? "");
  expect([url.port, serviceOf(url.hostname).image]).toEqual([
    "9090",
    expect.stringContaining("prometheus"),
  ]);
});

test("NATS accepts the configuration of its servers", async () => {
  const server = await natsServer();
  expect(server).toHaveProperty("program");
  const { program } = server as { program: string };
  // Prints the result on standard error.
  const check = ["-ec", '"$0" -t -c "$1" 2>&1', program, "deploy/nats/cluster.conf"];
  expect(run("sh", check)).toContain("is valid");
});
