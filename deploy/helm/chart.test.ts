import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { version } from "@/package.json";
import { cached, goProgram, run } from "../tools";

const chart = "deploy/helm/postback";
const everyPart = ["--values", "deploy/helm/full.yaml"];
const kubernetes = "1.31";

let helm: string;
let validator: string;
let folder: string;

beforeAll(() => {
  helm = goProgram("helm.sh/helm/v3/cmd/helm@v3.18.4", "helm");
  const python = cached("kubernetes-validate-1.37.0", (target) => {
    run("python3", ["-m", "venv", target]);
    run(path.join(target, "bin/pip"), ["install", "--quiet", "kubernetes-validate==1.37.0"]);
  });
  validator = path.join(python, "bin/kubernetes-validate");
  folder = mkdtempSync(path.join(tmpdir(), "postback-chart-"));
}, 1_200_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the rendered resources; the second part of each `--set` wins over the values of every part. */
function render(...settings: string[]): string {
  const options = settings.flatMap((setting) => ["--set", setting]);
  return run(helm, [
    ...["template", "trial", chart, "--kube-version", `${kubernetes}.0`],
    ...everyPart,
    ...options,
  ]);
}

/** Returns the kinds that Kubernetes accepts, and those of other operators, which it does not know. */
function validate(resources: string) {
  const file = path.join(folder, "resources.yaml");
  writeFileSync(file, resources);
  const report = run("sh", ["-c", '"$0" --strict -k "$1" "$2" 2>&1', validator, kubernetes, file]);
  const found = (pattern: RegExp) =>
    [...new Set(Array.from(report.matchAll(pattern), ([, kind]) => kind ?? ""))].sort();
  return {
    accepted: found(/passed for resource (\w+)\//g),
    unknown: found(/Couldn't find schema for kind (\w+)/g),
  };
}

const ownKinds = [
  ...["deployment", "horizontalpodautoscaler", "ingress", "job", "networkpolicy"],
  ...["poddisruptionbudget", "service"],
];

test("helm finds no fault in it", () => {
  expect(run(helm, ["lint", "--strict", chart, ...everyPart])).toContain("0 chart(s) failed");
});

test("its version is that of the product", () => {
  const text = readFileSync(path.join(chart, "Chart.yaml"), "utf8");
  expect(text).toContain(`\nversion: ${version}\nappVersion: ${version}\n`);
});

test("Kubernetes accepts every part of it", () => {
  expect(validate(render())).toEqual({
    accepted: ownKinds,
    unknown: ["ExternalSecret", "PrometheusRule", "ScaledObject", "ServiceMonitor"],
  });
});

test("Kubernetes accepts it without other operators", () => {
  const resources = render(
    ...[
      "secret.external.enabled=false",
      "secret.existingSecret=own",
      "worker.autoscaling.kind=hpa",
    ],
    ...["metrics.serviceMonitor.enabled=false", "metrics.prometheusRule.enabled=false"],
  );
  expect(validate(resources)).toEqual({ accepted: ownKinds, unknown: [] });
  expect(resources.match(/secretRef:\n\s+name: own\n/g)).toHaveLength(4);
});

test("workers are scaled by the age of the oldest due delivery", () => {
  expect(render()).toContain('query: max(postback_queue_oldest_seconds{namespace="default"})');
  const hpa = render("worker.autoscaling.kind=hpa");
  expect(hpa).toContain("name: postback_queue_oldest_seconds");
  // A fixed number of replicas would undo the scaling with each upgrade.
  expect(hpa).not.toContain("replicas:");
  expect(render("worker.autoscaling.kind=none")).toContain("replicas: 2");
});

test("backups are written to the claim, and only if they are enabled", () => {
  expect(render("backup.every=12h")).toMatch(
    /claimName: backups\n[\s\S]*args: \[backup, --to, \/data, --every, "12h", --keep, "14"\]/,
  );
  expect(render("backup.enabled=false")).not.toContain("claimName");
});

test("every pod has the files of the secret, if there is one", () => {
  const pods = (rendered: string, text: string) => rendered.split(text).length - 1;
  const rendered = render();
  const containers = pods(rendered, "containers:");
  expect(containers).toBe(4);
  expect(pods(rendered, 'secret: { secretName: "postback-database-tls", defaultMode: 288 }')).toBe(
    containers,
  );
  const mount = "{ name: files, mountPath: /run/secrets/postback, readOnly: true }";
  expect(pods(rendered, mount)).toBe(containers);
  expect(render("secret.files=")).not.toContain("name: files");
});

test("the ServiceMonitor sends the token of the metrics if the secret has one", () => {
  const authorization = "authorization:\n        credentials: { name: own, key: METRICS_TOKEN }\n";
  const own = ["secret.external.enabled=false", "secret.existingSecret=own"];
  expect(render(...own)).toContain(authorization);
  expect(render(...own, "metrics.token=false")).not.toContain("METRICS_TOKEN");
});

test("the alerts lead to the runbooks of the installation", () => {
  const address = "https://docs.internal/postback/operations.md#postbackdown";
  expect(render()).toContain(`runbook_url: ${address}\n`);
});

test.each([
  ["a secret in the settings", "settings.MASTER_KEY=x", "MASTER_KEY"],
  ["an unknown setting", "settings.RETENTION_DAY=7", "RETENTION_DAY"],
  ["backups without a claim", "backup.existingClaim=", "backup.existingClaim"],
  ["an unknown value", "wroker.replicas=2", "wroker"],
  ["an unknown autoscaler", "worker.autoscaling.kind=vpa", "kind"],
  ["no peer of the database", "networkPolicy.database.to=null", "networkPolicy.database.to"],
])("it refuses %s", (_, setting, named) => {
  expect(() => render(setting)).toThrow(named);
});

test("it refuses to render without a secret", () => {
  expect(() => render("secret.external.enabled=false")).toThrow("Set secret.existingSecret");
});
