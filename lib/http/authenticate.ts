import type { Context, RequestSource } from "@/lib/context";
import { env } from "@/lib/env";
import { defaultProblem } from "@/lib/protocol/default-problem";
import type { ResponseHeaders } from "@/lib/protocol/response-headers";
import { sessionTokenIn } from "@/lib/session/cookie";
import type { ApiRequest } from "./api-request";
import { database, queue } from "./database";
import { contextOfKey } from "./key-context";
import { contextOfSession } from "./session-context";

/**
 * Returns the Context of the caller. A key takes precedence over a cookie; a cookie may write only from our own pages.
 * Notes the caller in `apiRequest`.
 * `headers` are those of the response.
 * @throws Problem 40100 without valid credentials
 */
export async function authenticate(
  apiRequest: ApiRequest,
  source: RequestSource,
  headers: ResponseHeaders,
) {
  const { request } = apiRequest;
  const { access } = apiRequest.endpoint;
  if (access === "public") return anonymous(source);
  const key = request.headers.get("x-api-key");
  if (key !== null) return contextOfKey(key, apiRequest, source, headers);
  const token = sessionTokenIn(request.headers.get("cookie"));
  if (!token) throw defaultProblem(40100);
  assertSameOrigin(request);
  return contextOfSession(token, access, source, { apiRequest, headers });
}

function anonymous(source: RequestSource): Context {
  return {
    ...source,
    db: database(),
    queue: queue(),
    accountId: null,
    actor: { kind: "anonymous" },
    scopes: [],
  };
}

const safe = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses a write that another site's page sends with our cookie: by `Sec-Fetch-Site`, else by `Origin` compared with
 * our own host (the algorithm of Go 1.25's CrossOriginProtection). A request with neither header is refused.
 * @throws Problem 40301
 */
function assertSameOrigin(request: Request): void {
  if (safe.has(request.method)) return;
  const site = request.headers.get("sec-fetch-site");
  if (site !== null ? site === "same-origin" || site === "none" : isOurs(request)) return;
  throw defaultProblem(40301);
}

function isOurs(request: Request): boolean {
  const origin = request.headers.get("origin");
  if (!origin || !URL.canParse(origin)) return false;
  const host = request.headers.get("host");
  const publicUrl = env().PUBLIC_URL;
  const { host: from } = new URL(origin);
  return from === host || (publicUrl !== undefined && from === new URL(publicUrl).host);
}
