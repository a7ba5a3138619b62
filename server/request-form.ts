import type { IncomingMessage } from "node:http";
import { uuidv7 } from "uuidv7";
import { refusal } from "@/lib/http/answer";
import { Problem } from "@/lib/protocol/problem";

const allow = "GET, HEAD";

/** The one way in which a request is well-formed HTTP and yet has no URL (RFC 9112 §3.2). */
export function refuseHost(): Response {
  return refusal(new Problem(40000, "Ask for a path, and send one valid Host header."), uuidv7());
}

/** Pages are only read. What changes something is the API's. */
export function refuseMethod({ method }: { method: string }): Response {
  const problem = new Problem(40500, `${method} is not allowed here; use ${allow}.`);
  return refusal(problem, uuidv7(), new Headers({ allow }));
}

/** Two servers in a row may believe a different one of two. */
export function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  const names = rawHeaders.filter((_, n) => n % 2 === 0);
  return names.filter((name) => name.toLowerCase() === "host").length === 1;
}

/**
 * The path of a request: clients of a proxy write the whole address (RFC 9112 §3.2.2), of which only the path says
 * anything here. Null for what has none, such as `*`.
 */
export function pathOf({ url = "" }: IncomingMessage): string | null {
  if (url.startsWith("/")) return url;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  const { pathname, search } = new URL(url);
  return pathname + search;
}
