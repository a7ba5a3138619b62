import { hrTimeOf } from "./otlp";
import { type Attributes, type Encoding, errorCode, flagsOf, type Span } from "./span";

/** Messages of OTLP as JSON: ids are hexadecimal, and integers of 64 bits are strings. */
export const json: Encoding = {
  contentType: "application/json",
  encodeSpan: (span) => Buffer.from(JSON.stringify(spanOf(span))),
  encodeRequest(spans, { resource, scope }) {
    const attributes = attributesOf(resource);
    const list = spans.map((span) => Buffer.from(span).toString()).join();
    return Buffer.from(
      `{"resourceSpans":[{"resource":${JSON.stringify({ attributes })},"scopeSpans":[{"scope":${JSON.stringify(scope)},"spans":[${list}]}]}]}`,
    );
  },
};

function spanOf(span: Span) {
  const { position, parent, tracestate, name, kind, attributes, error } = span;
  return {
    traceId: position.traceId,
    spanId: position.spanId,
    ...(parent && { parentSpanId: parent.spanId }),
    ...(tracestate && { traceState: tracestate }),
    name,
    kind,
    startTimeUnixNano: nanosecondsOf(span.startTime),
    endTimeUnixNano: nanosecondsOf(span.endTime),
    attributes: attributesOf(attributes ?? {}),
    status: error === null ? {} : { code: errorCode, message: error },
    flags: flagsOf(span),
  };
}

function attributesOf(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: Attributes[string]): object {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "number") return { intValue: value };
  return { arrayValue: { values: value.map(anyValue) } };
}

/** Returns a time as nanoseconds since 1970. */
function nanosecondsOf(ms: number): string {
  const [seconds, rest] = hrTimeOf(ms);
  return `${seconds}${String(rest).padStart(9, "0")}`;
}
