import { expect, test } from "vitest";
import { asksFor, assertSpokenProtocols } from "./otlp";

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" };

test.each([
  [{}, false],
  [{ OTEL_SERVICE_NAME: "postback", OTEL_TRACES_SAMPLER: "always_on" }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "" }, false],
  [endpoint, true],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://collector:4318/v1/traces" }, true],
  [{ OTEL_TRACES_EXPORTER: "otlp" }, true],
  [{ ...endpoint, OTEL_TRACES_EXPORTER: "none" }, false],
  [{ ...endpoint, OTEL_SDK_DISABLED: "true" }, false],
  [{ ...endpoint, OTEL_SDK_DISABLED: "TRUE" }, false],
])("the variables %j ask for traces: %s", (variables, asks) => {
  expect(asksFor("TRACES", variables)).toBe(asks);
});

test.each([
  [endpoint, false],
  [{ ...endpoint, OTEL_METRICS_EXPORTER: "prometheus, otlp" }, true],
  [{ ...endpoint, OTEL_METRICS_EXPORTER: "none" }, false],
  [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: "http://collector:4318/v1/metrics" }, true],
  [{ OTEL_METRICS_EXPORTER: "otlp", OTEL_SDK_DISABLED: "true" }, false],
])("the variables %j ask for metrics: %s", (variables, asks) => {
  expect(asksFor("METRICS", variables)).toBe(asks);
});

const grpc = { OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" };

test.each([
  [{ ...endpoint, ...grpc }, "OTEL_EXPORTER_OTLP_PROTOCOL"],
  [
    { ...endpoint, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http" },
    "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL",
  ],
  [{ ...grpc, OTEL_METRICS_EXPORTER: "otlp" }, "OTEL_EXPORTER_OTLP_PROTOCOL"],
])("the variables %j are refused, for the protocol of %s", (variables, name) => {
  expect(() => assertSpokenProtocols(variables)).toThrow(
    `${name}: choose from http/protobuf, http/json`,
  );
});

test.each([
  [grpc],
  [endpoint],
  [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: "" }],
  [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" }],
  [{ ...endpoint, ...grpc, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/protobuf" }],
  [{ ...endpoint, ...grpc, OTEL_SDK_DISABLED: "true" }],
])("the variables %j are accepted", (variables) => {
  expect(() => assertSpokenProtocols(variables)).not.toThrow();
});
