import type { ResponseHeaders } from "@/lib/protocol/response-headers";

/** `Link: <…>; rel="next"` (RFC 8288) for a list whose body is a bare array. */
export function linkNext(
  headers: ResponseHeaders,
  path: string,
  query: Record<string, unknown>,
  cursor: string | undefined,
): void {
  if (!cursor) return;
  const given = Object.entries({ ...query, cursor }).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  headers.set("link", `<${path}?${search}>; rel="next"`);
}
