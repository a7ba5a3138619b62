import { readdirSync, readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { GET } from "@/app/metrics/route";
import { noteDiskFull } from "@/lib/full-disk";
import { service } from "@/lib/version";
import { noteAttempt, noteClaim, noteRequest } from "./note";
import { scrape } from "./scrape";

const queue = { ready: 3, oldestSeconds: 7.5, unfinished: 9, retrying: 2, expanding: 4, parked: 8 };
const facts = { ...queue, paused: 5, circuitOpen: 1, late: 6, lastBackupSeconds: 1_790_000_000 };

test("attempts and requests are counted with their duration, beside the facts of the installation", async () => {
  noteAttempt({ cause: null, durationMs: 40 }, "delivered");
  noteAttempt({ cause: "http_5xx", durationMs: 900 }, "retry");
  noteAttempt({ cause: "timeout", durationMs: 15_000 }, "failed");
  noteAttempt({ cause: "timeout", durationMs: 15_000 }, "returned");
  noteClaim({ askedAt: new Date(2000), oldest: new Date(1000) }, 3);
  noteRequest("read", 404, 40);
  const text = await scrape(async () => facts);
  for (const line of [
    'postback_attempts_total{result="delivered",cause="none"} 1',
    'postback_attempts_total{result="retrying",cause="http_5xx"} 1',
    'postback_attempts_total{result="failed",cause="timeout"} 2',
    'postback_attempt_duration_seconds_bucket{le="0.05",result="delivered"} 1',
    'postback_claim_lag_seconds_bucket{le="1"} 1',
    "postback_queue_ready 3",
    "postback_queue_oldest_seconds 7.5",
    "postback_queue_expanding 4",
    "postback_queue_parked 8",
    'postback_webhooks{state="paused"} 5',
    'postback_webhooks{state="circuit_open"} 1',
    'postback_webhooks{state="late"} 6',
    "postback_backup_last_success_timestamp_seconds 1790000000",
    'postback_api_request_duration_seconds_bucket{le="0.05",kind="read",status="4xx"} 1',
    `postback_build_info{version="${service.version}",commit=""} 1`,
    "postback_queue_repaired_total 0",
    "postback_database_up 1",
  ]) {
    expect(text.split("\n")).toContain(line);
  }
});

test("a full disk of the database is reported", async () => {
  const forget = () =>
    Object.assign(globalThis, {
      postbackDiskFullAt: undefined,
      postbackDiskFullReportedAt: undefined,
    });
  onTestFinished(() => void forget());
  forget();
  expect(await scrape(async () => facts)).toContain("postback_database_disk_full 0");
  const full = Object.assign(new Error("No space left on device"), { code: "53100" });
  noteDiskFull(full, { notify: async () => {} });
  expect(await scrape(async () => facts)).toContain("postback_database_disk_full 1");
});

test("a scrape without a database reports it, and the metrics of the process", async () => {
  const text = await scrape(() => Promise.reject(new Error("away")));
  expect(text).toContain("postback_database_up 0");
  expect(text).toContain("process_cpu_seconds_total");
});

test("nothing is there while no token is set", async () => {
  expect((await GET(new Request("http://localhost/metrics"))).status).toBe(404);
});

test("refusals that an alert counts exist before the first one, which is then an increase", async () => {
  const text = await scrape(async () => facts);
  for (const reason of ["unavailable", "internal"]) {
    expect(text).toContain(
      `postback_publish_requests_total{result="refused",reason="${reason}"} 0`,
    );
  }
});

const observability = "deploy/observability";
const dashboards = `${observability}/grafana/dashboards`;
const readers = [
  `${observability}/prometheus/alerts.yaml`,
  ...readdirSync(dashboards).map((name) => `${dashboards}/${name}`),
  "docs/operations.md",
];

/** Returns the names of this product's metrics. */
async function ownMetrics(): Promise<string[]> {
  const scraped = await scrape(async () => facts);
  return [...scraped.matchAll(/^# TYPE (postback_\w+)/gm)].map(([, name]) => name!);
}

test.each(readers)("every metric of this product in %s exists", async (file) => {
  const known = await ownMetrics();
  const named = readFileSync(file, "utf8").match(/\bpostback_[a-z_]+/g) ?? [];
  const withoutPart = (name: string) => name.replace(/_(bucket|sum|count)$/, "");
  expect(known).toEqual(expect.arrayContaining(named.map(withoutPart)));
});

test("a dashboard, an alert or a document names every metric of this product", async () => {
  const shown = readers.map((file) => readFileSync(file, "utf8")).join();
  expect((await ownMetrics()).filter((name) => !shown.includes(name))).toEqual([]);
});

test("no two panels of a dashboard have one description", () => {
  for (const name of readdirSync(dashboards)) {
    const text = readFileSync(`${dashboards}/${name}`, "utf8");
    const { panels } = JSON.parse(text) as { panels: { description?: string }[] };
    const described = panels.flatMap(({ description }) => description ?? []);
    expect(described, name).toEqual([...new Set(described)]);
  }
});

const pageOf = (file: string) => readFileSync(file, "utf8").replaceAll(/\s+/g, " ");

test("every metric of this product is explained in docs/operations.md", async () => {
  const guide = readFileSync("docs/operations.md", "utf8");
  const isExplained = (name: string) => new RegExp(`^\\| \`${name}[\`{]`, "m").test(guide);
  expect((await ownMetrics()).filter((name) => !isExplained(name))).toEqual([]);
});

test("every alert has a runbook and is listed, and those of the README are the same", () => {
  const alerts = readFileSync(`${observability}/prometheus/alerts.yaml`, "utf8");
  const names = Array.from(alerts.matchAll(/- alert: (\w+)/g), ([, name]) => name!);
  expect(names).not.toEqual([]);
  expect(alerts.match(/(?<=runbook_url: ).*/g)).toEqual(
    names.map((name) => `https://runbooks.example.com/operations.md#${name.toLowerCase()}`),
  );
  for (const name of names) {
    expect(readFileSync("docs/operations.md", "utf8")).toContain(`\n### ${name}\n`);
    expect(readFileSync("docs/deploy.md", "utf8")).toContain(`\n| \`${name}\` | `);
  }
  const shown = pageOf("README.md").match(/- alert: \w+ expr: .*? for: \d+m/g) ?? [];
  expect(shown).toHaveLength(3);
  for (const rule of shown)
    expect(pageOf(`${observability}/prometheus/alerts.yaml`)).toContain(rule);
});
