import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { samplerOf } from "./sampler";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const sampled = { traceId, spanId: "00f067aa0ba902b7", flags: 1 };
const unsampled = { ...sampled, flags: 0 };
const [low, high] = ["a".repeat(19) + "0".repeat(13), "0".repeat(19) + "f".repeat(13)];

test.each([
  [{}, true, true, false],
  [{ OTEL_TRACES_SAMPLER: "" }, true, true, false],
  [{ OTEL_TRACES_SAMPLER: "parentbased_always_on" }, true, true, false],
  [{ OTEL_TRACES_SAMPLER: "parentbased_always_off" }, false, true, false],
  [{ OTEL_TRACES_SAMPLER: "always_on" }, true, true, true],
  [{ OTEL_TRACES_SAMPLER: "always_off" }, false, false, false],
  [{ OTEL_TRACES_SAMPLER: "traceidratio" }, true, true, true],
  [{ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" }, false, false, false],
  [
    { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" },
    ...[false, true, false],
  ],
  [{ OTEL_TRACES_SAMPLER: "xray" }, true, true, false],
  [
    { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "10" },
    ...[true, true, false],
  ],
])("%j: a new trace %s, below a sampled one %s, below another %s", (variables, ...expected) => {
  const isSampled = samplerOf(variables as Record<string, string>);
  expect([null, sampled, unsampled].map((parent) => isSampled(traceId, parent))).toEqual(expected);
});

test("a ratio samples that share of all traces, and the same ones in every process", () => {
  const ratio = { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.25" };
  const isSampled = samplerOf(ratio);
  expect([low, high].map((id) => isSampled(id, null))).toEqual([true, false]);
  const ids = Array.from({ length: 20_000 }, () => randomBytes(16).toString("hex"));
  const chosen = ids.filter((id) => isSampled(id, null));
  expect(chosen.length / ids.length).toBeCloseTo(0.25, 1);
  expect(ids.filter((id) => samplerOf(ratio)(id, sampled))).toEqual(chosen);
});
