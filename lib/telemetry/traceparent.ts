/** Position in a trace, as the header `traceparent` carries it. */
export type TraceContext = { traceId: string; spanId: string; flags: number };

const form = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const [noTrace, noSpan] = ["0".repeat(32), "0".repeat(16)];

/**
 * Parses a `traceparent` (W3C Trace Context, 3.2). Returns null for an invalid one, which the specification requires to be
 * ignored. Of a later version the known fields are read.
 */
export function parseTraceparent(text: string | null | undefined): TraceContext | null {
  if (!text) return null;
  const [, version, traceId = "", spanId = "", flags = "", rest] = form.exec(text.trim()) ?? [];
  if (version === undefined || version === "ff" || (version === "00" && rest !== undefined))
    return null;
  if (traceId === noTrace || spanId === noSpan) return null;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}

/** Writes version 00. Of the flags only "sampled" is defined for it. */
export function formatTraceparent({ traceId, spanId, flags }: TraceContext): string {
  return `00-${traceId}-${spanId}-0${flags & 1}`;
}

/** Returns the id of the trace, for logs and pages; undefined without a valid one. */
export function traceIdOf(traceparent: string | null | undefined): string | undefined {
  return traceparent ? parseTraceparent(traceparent)?.traceId : undefined;
}
