import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { cached, goProgram, run } from "../tools";
import type { Engine } from "./engine";

/** Debian's testing, which a mirror may keep for longer than it is valid. */
const suite = "forky";
const validity = '--aptopt=Acquire::Check-Valid-Until "false"';

/** Makes the image `postgres:18` from Debian's package of it. */
export function makePostgresImage(engine: Engine): void {
  const base = importDebian(engine, "postgres-18", ["postgresql-18"]);
  const build = ["build", "--quiet", "--build-arg", `BASE_IMAGE=${base}`, "--tag", "postgres:18"];
  engine.docker(...build, "deploy/compose/postgres");
}

/**
 * Makes the images of the profiles: from Debian's packages, and for the collector from Go modules. Grafana has neither.
 * @param imageOf name of the image by service
 */
export function makeProfileImages(engine: Engine, imageOf: (service: string) => string): void {
  const packages = ["prometheus", "prometheus-postgres-exporter", "nats-server", "busybox-static"];
  const base = importDebian(engine, "profiles", packages, [
    // In the images of Prometheus and NATS, too, wget is that of BusyBox.
    'ln -s busybox "$1/usr/bin/wget"',
    'install -d -o 65534 -g 65534 "$1/prometheus"',
  ]);
  const [, version = ""] = imageOf("otel-collector").split(":");
  const collector = makeCollector(version);
  for (const service of ["prometheus", "postgres-exporter", "nats-1", "otel-collector"]) {
    engine.docker(
      ...["build", "--quiet", "--build-arg", `BASE_IMAGE=${base}`, "--target", service],
      ...["--tag", imageOf(service), "--file", "deploy/compose/profiles/Dockerfile", collector],
    );
  }
}

/** Imports an image of Debian with these packages. Returns its name. */
function importDebian(
  { docker }: Engine,
  name: string,
  packages: string[],
  hooks: string[] = [],
): string {
  const folder = cached(name, (target) => {
    const include = ["--mode=root", "--variant=minbase", `--include=${packages.join()}`];
    const customize = hooks.map((hook) => `--customize-hook=${hook}`);
    run("mmdebstrap", [...include, validity, ...customize, suite, path.join(target, "root.tar")]);
  });
  const image = `postback-test-${name}`;
  docker("import", path.join(folder, "root.tar"), image);
  return image;
}

/** Builds the OpenTelemetry collector with the components that its configuration names. Returns the folder of the program. */
function makeCollector(version: string): string {
  return cached(`otel-collector-${version}`, (target) => {
    const builder = goProgram(`go.opentelemetry.io/collector/cmd/builder@v${version}`, "builder");
    const component = (place: string) => [
      { gomod: `go.opentelemetry.io/collector/${place} v${version}` },
    ];
    const manifest = {
      dist: { name: "otelcol", output_path: target },
      receivers: component("receiver/otlpreceiver"),
      processors: [
        ...component("processor/batchprocessor"),
        ...component("processor/memorylimiterprocessor"),
      ],
      exporters: component("exporter/debugexporter"),
    };
    const file = path.join(target, "manifest.yaml");
    writeFileSync(file, JSON.stringify(manifest));
    // Not every proxy of Go modules serves the checksum database for these.
    const env = { ...process.env, CGO_ENABLED: "0", GONOSUMDB: "go.opentelemetry.io/*" };
    execFileSync(builder, ["--config", file], { env, stdio: ["ignore", "ignore", "inherit"] });
  });
}
