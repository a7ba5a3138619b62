import { expect } from "vitest";
import { until } from "@/tests/product";
import type { Stack } from "./stack";

type Commands = ReturnType<Stack["with"]>;
type Target = { labels: { job: string }; health: string };
type Rules = { groups: { rules: { health: string }[] }[] };

export const natsServers = ["nats-1", "nats-2", "nats-3"];

/** Services of the profiles but Grafana, for which there is no package to make an image from. */
export const profileServices = [
  ...natsServers,
  ...["otel-collector", "postgres-exporter", "prometheus"],
];

/** Variables that enable the profiles and make the product use them, as the comments of compose.yaml say. */
export const profileSettings = {
  COMPOSE_PROFILES: "observability,nats",
  OTEL_EXPORTER_OTLP_ENDPOINT: "http://otel-collector:4318",
  OTEL_METRICS_EXPORTER: "otlp",
  DISPATCH: "nats",
  NATS_URL: natsServers.map((name) => `nats://${name}:4222`).join(),
  NATS_REPLICAS: "3",
};

/** Checks that the servers are one cluster, and that it passes deliveries. */
export async function checkNats({ get }: Commands, publish: () => Promise<unknown>) {
  const url = "http://127.0.0.1:8222/jsz?streams=1&config=1";
  const { meta_cluster: cluster, account_details: accounts } = get("nats-2", url);
  expect(cluster.cluster_size).toBe(natsServers.length);
  expect(accounts[0].stream_detail[0].config.num_replicas).toBe(natsServers.length);
  // An event that is stored before a worker has reported its capacity is claimed instead.
  await until(async () => {
    await publish();
    return metric({ get }, 'sum(postback_hand_offs_total{result="accepted"})') > 0;
  });
}

/** Checks that Prometheus scrapes all processes and Postgres, and evaluates the alerts. */
export async function checkPrometheus({ get }: Pick<Commands, "get">) {
  await until(() => {
    const { activeTargets } = ask<{ activeTargets: Target[] }>({ get }, "targets");
    const up = activeTargets.filter(({ health }) => health === "up");
    const countOf = (job: string) => up.filter(({ labels }) => labels.job === job).length;
    return countOf("postback") === 3 && countOf("postgres") === 1;
  });
  await until(() => metric({ get }, "pg_up") === 1);
  await until(() => {
    const { groups } = ask<Rules>({ get }, "rules");
    const states = groups.flatMap(({ rules }) => rules.map(({ health }) => health));
    return states.length > 0 && states.every((health) => health === "ok");
  });
}

function ask<T>({ get }: Pick<Commands, "get">, place: string): T {
  return get("prometheus", `http://127.0.0.1:9090/api/v1/${place}`).data;
}

function metric(commands: Pick<Commands, "get">, query: string): number {
  const place = `query?query=${encodeURIComponent(query)}`;
  const { result } = ask<{ result: { value: [number, string] }[] }>(commands, place);
  return Number(result[0]?.value[1]);
}

/** Checks that the collector has received this signal, by the summaries that it logs. */
export async function checkCollector({ compose }: Commands, signal: "traces" | "metrics") {
  const summary = new RegExp(`"otelcol.signal": "${signal}".*"(spans|data points)": [1-9]`);
  await until(() => summary.test(compose("logs", "otel-collector")));
}
