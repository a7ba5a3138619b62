import type { Context } from "@/lib/context";
import { fingerprintOf } from "@/lib/idempotency/fingerprint";
import { findResponses, scopeOf, storeResponses } from "@/lib/idempotency/stored-responses";
import { defaultProblem } from "@/lib/protocol/default-problem";
import type { Endpoint } from "@/lib/protocol/endpoint";
import { idempotencyKey } from "@/lib/protocol/ids";
import { Problem } from "@/lib/protocol/problem";
import { problemAt } from "@/lib/protocol/problem-at";
import type { ResponseHeaders } from "@/lib/protocol/response-headers";
import { runInTransaction } from "@/lib/queue/run-in-transaction";
import type { DbDeadline } from "./db-deadline";

type IdempotentRequest = {
  endpoint: Endpoint;
  request: Request;
  bodyText: string;
  headers: ResponseHeaders;
  deadline: Pick<DbDeadline, "isOver">;
};
type Work = (ctx: Context) => Promise<unknown>;

/** Names the key in errors. */
const path = "Idempotency-Key";

/**
 * Runs the work of a request with an `Idempotency-Key` once a day. The first response is stored in the transaction of
 * the work and returned to every repeat. Without a key, runs the work. Source:
 * draft-ietf-httpapi-idempotency-key-header-07.
 */
export async function withIdempotency(
  idempotent: IdempotentRequest,
  ctx: Context,
  work: Work,
): Promise<unknown> {
  const key = keyOf(idempotent);
  if (key === null) return work(ctx);
  const { endpoint, request, bodyText, headers, deadline } = idempotent;
  const { pathname, search } = new URL(request.url);
  const fingerprint = fingerprintOf(`${request.method} ${pathname}${search}\n${bodyText}`);
  const scope = scopeOf(ctx);

  return runInTransaction(ctx, async (ctx) => {
    const known = (await findResponses(ctx.db, scope, [{ key, fingerprint, path }])).get(key);
    if (known) return repeatedReply(known.answer, headers);
    const answer = await work(ctx);
    const kept = endpoint.answerIsSecret ? null : JSON.stringify(answer);
    await storeResponses(ctx.db, scope, [
      { key, fingerprint, status: endpoint.status, answer: kept },
    ]);
    // The caller was already answered with 503, so the work is rolled back.
    if (deadline.isOver) throw defaultProblem(50300);
    return answer;
  });
}

/**
 * Returns whether an endpoint takes an idempotency key: those that create something do. Excluded are endpoints that
 * wait for a server outside, because the transaction would hold a connection meanwhile, those with a password in
 * the body, because such requests are never stored, and those of a session, because keys belong to an account and what
 * they create to one person.
 */
export function takesIdempotencyKey(endpoint: Endpoint): boolean {
  const { method, access, load, holdsPassword, sessionOnly } = endpoint;
  if (holdsPassword || sessionOnly) return false;
  return method === "POST" && access !== "public" && load !== "outside";
}

/** Returns the key of a request. Removes the quotes of a structured-field string. */
function keyOf({ endpoint, request }: IdempotentRequest): string | null {
  const given = request.headers.get("idempotency-key");
  if (given === null || !takesIdempotencyKey(endpoint)) return null;
  const key = given.replace(/^"(.*)"$/, "$1");
  if (idempotencyKey.test(key)) return key;
  const message = "Use 1 to 255 printable ASCII characters";
  throw problemAt(path, message);
}

function repeatedReply(answer: string | null, headers: ResponseHeaders): unknown {
  headers.set("idempotency-replayed", "true");
  if (answer !== null) return JSON.parse(answer);
  throw new Problem(
    40900,
    "This idempotency key was already used. The original response contained a secret and is not repeated. Use a new key to create another one.",
  );
}
