import type { HrTime } from "@opentelemetry/api";
import type { DataPoint, Histogram, MetricData } from "@opentelemetry/sdk-metrics";
import type { MetricObjectWithValues, MetricValue } from "prom-client";

type Sdk = Pick<
  typeof import("@opentelemetry/sdk-metrics"),
  "AggregationTemporality" | "DataPointType"
>;
type Value = MetricValue<string> & { metricName?: string };
type Metric = Omit<MetricObjectWithValues<Value>, "aggregator" | "collect">;

/**
 * Converts metrics of prom-client to those of OpenTelemetry, with the same names and labels. All are cumulative since the start
 * of the process. Leaves out values that are no numbers, and metrics without values.
 */
export function toOtlp(metrics: Metric[], sdk: Sdk): MetricData[] {
  const period = { startTime: timeOf(performance.timeOrigin), endTime: timeOf(Date.now()) };
  const common = { aggregationTemporality: sdk.AggregationTemporality.CUMULATIVE };
  return metrics.flatMap(({ name, help, type, values }): MetricData[] => {
    // 1 is `ValueType.DOUBLE`.
    const descriptor = { name, description: help, unit: "", valueType: 1 };
    const points = values
      .filter(({ value }) => Number.isFinite(value))
      .map(({ value, labels }) => ({ ...period, attributes: labels, value }));
    if (points.length === 0) return [];
    const base = { ...common, descriptor };
    if (`${type}` === "histogram") {
      const dataPoints = histogramPoints(values, period);
      return [{ ...base, dataPointType: sdk.DataPointType.HISTOGRAM, dataPoints }];
    }
    if (`${type}` === "counter") {
      const { SUM } = sdk.DataPointType;
      return [{ ...base, dataPointType: SUM, isMonotonic: true, dataPoints: points }];
    }
    return [{ ...base, dataPointType: sdk.DataPointType.GAUGE, dataPoints: points }];
  });
}

/** Collects the values of each histogram. Buckets of Prometheus contain the smaller ones, those of OpenTelemetry do not. */
function histogramPoints(
  values: Value[],
  period: { startTime: HrTime; endTime: HrTime },
): DataPoint<Histogram>[] {
  const points = new Map<string, DataPoint<Histogram>>();
  for (const { metricName = "", value, labels } of values) {
    const { le, ...attributes } = labels;
    const id = JSON.stringify(attributes);
    const { value: histogram } = points.get(id) ?? { value: emptyHistogram() };
    points.set(id, { ...period, attributes, value: histogram });
    if (metricName.endsWith("_sum")) histogram.sum = value;
    else if (metricName.endsWith("_count")) histogram.count = value;
    else {
      const { boundaries, counts } = histogram.buckets;
      counts.push(value - counts.reduce((sum, count) => sum + count, 0));
      if (le !== "+Inf") boundaries.push(Number(le));
    }
  }
  return [...points.values()];
}

function emptyHistogram(): Histogram {
  return { buckets: { boundaries: [], counts: [] }, sum: 0, count: 0 };
}

function timeOf(ms: number): HrTime {
  return [Math.floor(ms / 1000), Math.floor((ms % 1000) * 1e6)];
}
