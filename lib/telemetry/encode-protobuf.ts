import { hrTimeOf } from "./otlp";
import { type Attributes, type Encoding, errorCode, flagsOf, type Source, type Span } from "./span";

/** Messages of `opentelemetry/proto/trace/v1` and `common/v1` as protobuf. The numbers are those of their fields. */
export const protobuf: Encoding = {
  contentType: "application/x-protobuf",
  encodeSpan: (span) => encode(() => message(2, () => writeSpan(span))),
  encodeRequest(spans, { resource, scope }) {
    const spansLength = spans.reduce((sum, { length }) => sum + length, 0);
    const scopeBytes = encode(() => message(1, () => writeScope(scope)));
    const resourceBytes = encode(() => message(1, () => attributes(1, resource)));
    const scopeHead = encode(() => head(2, scopeBytes.length + spansLength));
    const length = resourceBytes.length + scopeHead.length + scopeBytes.length + spansLength;
    return Buffer.concat([
      encode(() => head(1, length)),
      resourceBytes,
      scopeHead,
      scopeBytes,
      ...spans,
    ]);
  },
};

function writeSpan(span: Span): void {
  const { position, parent, tracestate, error } = span;
  hex(1, position.traceId);
  hex(2, position.spanId);
  if (tracestate) string(3, tracestate);
  if (parent) hex(4, parent.spanId);
  string(5, span.name);
  tag(6, varintType);
  varint(span.kind);
  nanoseconds(7, span.startTime);
  nanoseconds(8, span.endTime);
  if (span.attributes) attributes(9, span.attributes);
  if (error !== null) {
    message(15, () => {
      string(2, error);
      tag(3, varintType);
      varint(errorCode);
    });
  }
  tag(16, fixed32Type);
  reserve(4);
  at = buffer.writeUInt32LE(flagsOf(span), at);
}

function writeScope({ name, version }: Source["scope"]): void {
  string(1, name);
  string(2, version);
}

function attributes(field: number, all: Attributes): void {
  for (const key in all) {
    const value = all[key];
    if (value === undefined) continue;
    message(field, () => {
      string(1, key);
      message(2, () => anyValue(value));
    });
  }
}

function anyValue(value: Attributes[string]): void {
  if (typeof value === "string") string(1, value);
  else if (typeof value === "number") {
    tag(3, varintType);
    varint(value);
  } else {
    message(5, () => {
      for (const one of value) message(1, () => string(1, one));
    });
  }
}

const [varintType, fixed64Type, lengthType, fixed32Type] = [0, 1, 2, 5];

/** Written by one `encode` at a time, and reused. */
let buffer = Buffer.allocUnsafe(4096);
let at = 0;

/** Returns a copy of what `write` has written. */
function encode(write: () => void): Uint8Array {
  at = 0;
  write();
  return Buffer.from(buffer.subarray(0, at));
}

function reserve(bytes: number): void {
  if (at + bytes <= buffer.length) return;
  const larger = Buffer.allocUnsafe(2 * (at + bytes));
  buffer.copy(larger, 0, 0, at);
  buffer = larger;
}

function tag(field: number, type: number): void {
  varint(field * 8 + type);
}

function varint(value: number): void {
  reserve(10);
  let rest = value;
  while (rest >= 0x80) {
    buffer[at++] = (rest % 0x80) + 0x80;
    rest = Math.floor(rest / 0x80);
  }
  buffer[at++] = rest;
}

/** Writes the head of a message with this many bytes. */
function head(field: number, length: number): void {
  tag(field, lengthType);
  varint(length);
}

/** Writes a message whose length is known only after it is written. */
function message(field: number, write: () => void): void {
  tag(field, lengthType);
  reserve(1);
  const start = ++at;
  write();
  const length = at - start;
  if (length < 0x80) {
    buffer[start - 1] = length;
    return;
  }
  const end = at;
  at = start - 1;
  const more = Math.ceil(Math.log2(length + 1) / 7) - 1;
  reserve(length + more + 1);
  buffer.copyWithin(start + more, start, end);
  varint(length);
  at = end + more;
}

function string(field: number, text: string): void {
  const length = Buffer.byteLength(text);
  head(field, length);
  reserve(length);
  at += buffer.write(text, at);
}

function hex(field: number, digits: string): void {
  const length = digits.length / 2;
  head(field, length);
  reserve(length);
  at += buffer.write(digits, at, "hex");
}

/** Writes a time as nanoseconds since 1970: 64 bits, of which JavaScript computes 53 exactly. */
function nanoseconds(field: number, ms: number): void {
  const [seconds, rest] = hrTimeOf(ms);
  // 10⁹ is 5⁹ · 2⁹.
  const scaled = seconds * 5 ** 9;
  const low = (scaled % 2 ** 23) * 2 ** 9 + rest;
  tag(field, fixed64Type);
  reserve(8);
  at = buffer.writeUInt32LE(low % 2 ** 32, at);
  at = buffer.writeUInt32LE(Math.floor(scaled / 2 ** 23) + Math.floor(low / 2 ** 32), at);
}
