import * as sdk from "@opentelemetry/sdk-metrics";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { expect, test } from "vitest";
import { toOtlp } from "./to-otlp";

const { CUMULATIVE } = sdk.AggregationTemporality;

test("counters, gauges and histograms keep names, labels and values", async () => {
  const register = new Registry();
  const common = { help: "Help", registers: [register] };
  new Counter({ ...common, name: "sent_total", labelNames: ["result"] }).inc({ result: "ok" }, 3);
  new Gauge({ ...common, name: "waiting" }).set(7.5);
  const buckets = [1, 5];
  const took = new Histogram({ ...common, name: "took_seconds", labelNames: ["result"], buckets });
  for (const seconds of [0.5, 1, 2, 9]) took.observe({ result: "ok" }, seconds);
  took.observe({ result: "failed" }, 4);

  const [sent, waiting, durations] = toOtlp(await register.getMetricsAsJSON(), sdk);

  const point = { attributes: { result: "ok" }, value: 3 };
  expect(sent).toMatchObject({
    descriptor: { name: "sent_total", description: "Help" },
    ...{ dataPointType: sdk.DataPointType.SUM, isMonotonic: true },
    ...{ aggregationTemporality: CUMULATIVE, dataPoints: [point] },
  });
  expect(waiting).toMatchObject({
    ...{ descriptor: { name: "waiting" }, dataPointType: sdk.DataPointType.GAUGE },
    dataPoints: [{ attributes: {}, value: 7.5 }],
  });
  const boundaries = [1, 5];
  expect(durations).toMatchObject({
    ...{ descriptor: { name: "took_seconds" }, dataPointType: sdk.DataPointType.HISTOGRAM },
    ...{ aggregationTemporality: CUMULATIVE },
    dataPoints: [
      {
        attributes: { result: "ok" },
        value: { buckets: { boundaries, counts: [2, 1, 1] }, sum: 12.5, count: 4 },
      },
      {
        attributes: { result: "failed" },
        value: { buckets: { boundaries, counts: [0, 1, 0] }, sum: 4, count: 1 },
      },
    ],
  });
});

test("values that are no numbers, and metrics without values, are left out", async () => {
  const register = new Registry();
  new Gauge({ name: "lag_seconds", help: "Help", registers: [register] }).set(Number.NaN);
  new Histogram({ name: "unused", help: "Help", labelNames: ["kind"], registers: [register] });
  expect(toOtlp(await register.getMetricsAsJSON(), sdk)).toEqual([]);
});
