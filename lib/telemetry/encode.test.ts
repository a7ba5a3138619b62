import { createTraceState, type SpanContext } from "@opentelemetry/api";
import { JsonTraceSerializer, ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";
import { resourceFromAttributes } from "@opentelemetry/resources";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";
import { expect, test } from "vitest";
import { json } from "./encode-json";
import { protobuf } from "./encode-protobuf";
import { type Span, spanKinds } from "./span";

const position = {
  traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
  spanId: "00f067aa0ba902b7",
  flags: 1,
};
const parent = { ...position, spanId: "b7ad6b7169203331" };
const long = "é".repeat(20_000);

const plain: Span = {
  ...{ name: "store", kind: spanKinds.internal, position, parent: null, isParentRemote: false },
  ...{ tracestate: null, startTime: 1_795_416_000_123, endTime: 1_795_416_000_123.5 },
  ...{ attributes: null, error: null },
};
const full: Span = {
  ...{ name: "first byte", kind: spanKinds.client, position, parent, isParentRemote: true },
  ...{
    tracestate: "congo=t61rcWkgMzE",
    startTime: 1_700_000_000_001.25,
    endTime: 4_294_967_296_999,
  },
  attributes: { method: "POST", attempt: 3, large: 2 ** 40, ids: ["a", "b".repeat(200)], long },
  error: "connect ECONNREFUSED 🙂",
};
const [resource, scope] = [{ "service.name": "postback" }, { name: "postback", version: "1.2.3" }];

const sdkResource = resourceFromAttributes(resource);

/** Returns a span as the serializers of the SDK read it. */
function readable(span: Span): ReadableSpan {
  const context: SpanContext = { ...position, traceFlags: 1 };
  if (span.tracestate) context.traceState = createTraceState(span.tracestate);
  const timeOf = (ms: number): [number, number] => [Math.floor(ms / 1000), (ms % 1000) * 1e6];
  return {
    ...{ name: span.name, kind: span.kind - 1, spanContext: () => context },
    ...(span.parent && {
      parentSpanContext: { ...span.parent, traceFlags: 1, isRemote: span.isParentRemote },
    }),
    ...{ startTime: timeOf(span.startTime), endTime: timeOf(span.endTime), duration: [0, 0] },
    ...{ attributes: span.attributes ?? {}, links: [], events: [], ended: true },
    status: span.error === null ? { code: 0 } : { code: 2, message: span.error },
    ...{ resource: sdkResource, instrumentationScope: scope },
    ...{ droppedAttributesCount: 0, droppedEventsCount: 0, droppedLinksCount: 0 },
  };
}

const messages = /^1(\.1(\.1(\.2)?)?|\.2(\.1|\.2(\.15|\.9(\.2(\.5(\.1)?)?)?)?)?)?$/;

/** Reads the wire format of protobuf. */
class Reader {
  #at = 0;
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.bytes.length;
  }

  varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.take(1)[0] ?? 0;
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  }

  take(length: number): Buffer {
    this.#at += length;
    return this.bytes.subarray(this.#at - length, this.#at);
  }

  /** Reads a value of a wire type: a varint, or the bytes of the others. */
  value(type: number): number | Buffer {
    if (type === 0) return this.varint();
    return this.take({ 1: 8, 2: 0, 5: 4 }[type] || this.varint());
  }
}

type Field = [path: string, value: number | string];

/** Returns the fields of protobuf messages with their paths, without those that have the default value. */
function fieldsOf(bytes: Buffer, above = ""): Field[] {
  const reader = new Reader(bytes);
  const fields: Field[] = [];
  while (!reader.isAtEnd) {
    const tag = reader.varint();
    const path = `${above}${Math.floor(tag / 8)}`;
    const value = reader.value(tag % 8);
    if (typeof value === "number") fields.push([path, value]);
    else if (messages.test(path)) fields.push([path, "message"], ...fieldsOf(value, `${path}.`));
    else fields.push([path, value.toString("hex")]);
  }
  // The SDK also writes these.
  return fields.filter(([path, value], n) => {
    const isEmpty = value === "message" && !fields[n + 1]?.[0].startsWith(`${path}.`);
    return value !== 0 && !isEmpty;
  });
}

/** Removes what has the default value. */
const compact = (_key: string, value: unknown) =>
  value === 0 || (Array.isArray(value) && value.length === 0) ? undefined : value;

test.each([
  ["a plain span", [plain]],
  ["a span with all fields", [full]],
  ["several", [full, plain, full]],
])("%s is encoded as the SDK does it", (_, spans) => {
  const source = { resource, scope };
  const request = protobuf.encodeRequest(spans.map(protobuf.encodeSpan), source);
  const reference = ProtobufTraceSerializer.serializeRequest(spans.map(readable));
  expect(fieldsOf(Buffer.from(request))).toEqual(fieldsOf(Buffer.from(reference ?? [])));

  const text = Buffer.from(json.encodeRequest(spans.map(json.encodeSpan), source)).toString();
  const expected = Buffer.from(
    JsonTraceSerializer.serializeRequest(spans.map(readable)) ?? [],
  ).toString();
  expect(JSON.parse(text, compact)).toEqual(JSON.parse(expected, compact));
});
