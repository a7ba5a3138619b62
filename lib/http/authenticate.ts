import type { Context, Origin } from "@/lib/context";
import type { Access } from "@/lib/protocol/endpoint";
import { Problem } from "@/lib/protocol/problem";
import { sessionTokenIn } from "@/lib/session/cookie";
import { database, queue } from "./database";
import { contextOfKey } from "./key-context";
import { assertSameOrigin } from "./same-origin";
import { contextOfSession } from "./session-context";

/**
 * Returns the Context of the caller. A key takes precedence over a cookie; a cookie may write only from our own pages.
 * `headers` are those of the response.
 * @throws Problem 40100 without valid credentials
 */
export async function authenticate(
  request: Request,
  access: Access,
  origin: Origin,
  headers: Headers,
) {
  if (access === "public") return anonymous(origin);
  const key = request.headers.get("x-api-key");
  if (key !== null) return contextOfKey(key, access, origin, headers);
  const token = sessionTokenIn(request.headers.get("cookie"));
  if (!token) throw new Problem(40100);
  assertSameOrigin(request);
  return contextOfSession(token, access, origin);
}

function anonymous(origin: Origin): Context {
  return {
    ...origin,
    db: database(),
    queue: queue(),
    accountId: null,
    actor: { kind: "anonymous" },
    scopes: [],
  };
}
