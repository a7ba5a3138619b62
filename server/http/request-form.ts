import type { IncomingMessage } from "node:http";
import { uuidv7 } from "uuidv7";
import { refusal } from "@/lib/http/answer";
import { Problem } from "@/lib/protocol/problem";
import { ResponseHeaders } from "@/lib/protocol/response-headers";

const allow = "GET, HEAD";

/** The one form of a valid HTTP request without a URL (RFC 9112 §3.2). */
export function refuseHost(): Response {
  return refusal(new Problem(40000, "Send a path and exactly one valid Host header."), uuidv7());
}

/** Pages accept reads only. Changes go through the API, whose `/v1` may be missing from the path. */
export function refuseMethod(request: Request): Response {
  const problem = new Problem(
    40500,
    `${request.method} is not allowed here; use ${allow}. The paths of the API begin with /v1.`,
  );
  return refusal(problem, uuidv7(), new ResponseHeaders({ allow }), { request });
}

/**
 * Returns whether a request has one Host header. Of two, two servers in a row may choose different ones. A probe may have none in
 * HTTP/1.0 (RFC 9112 §3.2), by which load balancers check the health.
 */
export function hasOneHost(
  { rawHeaders, httpVersion }: IncomingMessage,
  isProbe: boolean,
): boolean {
  const names = rawHeaders.filter((_, n) => n % 2 === 0);
  const hosts = names.filter((name) => name.toLowerCase() === "host").length;
  return hosts === 1 || (hosts === 0 && isProbe && httpVersion === "1.0");
}

/**
 * Returns the path of a request. Clients of a proxy send the whole URL (RFC 9112 §3.2.2), of which only the path is
 * used. Null for requests without a path, such as `*`.
 */
export function pathOf({ url = "" }: IncomingMessage): string | null {
  if (url.startsWith("/")) return url;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Returns a path without slashes at its end. `/\/+$/` takes quadratic time: 0.2 s for a path of 16,000 slashes and a letter. */
export function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end--;
  return path.slice(0, end);
}
