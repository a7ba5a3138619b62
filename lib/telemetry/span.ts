import type { TraceContext } from "./traceparent";

/**
 * A span that has ended. Times are in milliseconds since 1970. All have all fields, in this order: objects of one shape are encoded
 * in half the time.
 */
export type Span = {
  name: string;
  kind: SpanKind;
  position: TraceContext;
  parent: TraceContext | null;
  /** The parent was recorded by another process or for another request. */
  isParentRemote: boolean;
  tracestate: string | null;
  startTime: number;
  endTime: number;
  attributes: Attributes | null;
  /** Message of the error with which it ended. */
  error: string | null;
};

/** Values of `SpanKind` in OTLP. */
export const spanKinds = { internal: 1, server: 2, client: 3 } as const;
type SpanKind = (typeof spanKinds)[keyof typeof spanKinds];

/** Numbers are integers. */
export type Attributes = Record<string, string | number | string[]>;

/** What all exported spans have in common. */
export type Source = { resource: Attributes; scope: { name: string; version: string } };

/** Form in which spans are sent. A span is encoded when it has ended, so that none is kept as an object. */
export type Encoding = {
  contentType: string;
  encodeSpan(span: Span): Uint8Array;
  /** Returns the request that exports these encoded spans. */
  encodeRequest(spans: Uint8Array[], source: Source): Uint8Array;
};

/** Value of `StatusCode` in OTLP for an error; 0 is "unset". */
export const errorCode = 2;

/** Flags of a span in OTLP: those of the trace, that it is known whether the parent is remote, and whether it is. */
export const flagsOf = ({ position, isParentRemote, parent }: Span): number =>
  position.flags | 0x100 | (parent && isParentRemote ? 0x200 : 0);
