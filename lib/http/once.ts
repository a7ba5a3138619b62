import type { Context } from "@/lib/context";
import { fingerprintOf, recall, remember, scopeOf } from "@/lib/idempotency/memory";
import type { Endpoint } from "@/lib/protocol/endpoint";
import { idempotencyKey } from "@/lib/protocol/ids";
import { Problem } from "@/lib/protocol/problem";
import type { Patience } from "./patience";

type Asked = {
  endpoint: Endpoint;
  request: Request;
  bodyText: string;
  headers: Headers;
  patience: Pick<Patience, "over">;
};
type Work = (ctx: Context) => Promise<unknown>;

/**
 * Does what a request with an `Idempotency-Key` asks for once, however often it comes within a day; the first
 * answer is written in the transaction of the effect and given again. Without a key, simply does it.
 * (draft-ietf-httpapi-idempotency-key-header-07)
 */
export async function once(asked: Asked, ctx: Context, work: Work): Promise<unknown> {
  const key = keyOf(asked);
  if (key === null) return work(ctx);
  const { endpoint, request, bodyText, headers, patience } = asked;
  const { pathname, search } = new URL(request.url);
  const fingerprint = fingerprintOf(`${request.method} ${pathname}${search}\n${bodyText}`);
  const scope = scopeOf(ctx);

  const { answer, committed } = await ctx.db.transaction(async (tx) => {
    const known = (await recall(tx, scope, [{ key, fingerprint }])).get(key);
    if (known) return { answer: again(known.answer, headers) };
    const queue = ctx.queue.within(tx);
    const answer = await work({ ...ctx, db: tx, queue });
    const kept = endpoint.answerIsSecret ? null : JSON.stringify(answer);
    await remember(tx, scope, [{ key, fingerprint, status: endpoint.status, answer: kept }]);
    // The caller was told that it failed meanwhile, and so it shall.
    if (patience.over) throw new Problem(50300);
    return { answer, committed: queue.committed };
  });
  committed?.();
  return answer;
}

/** Only what creates something can be done twice by mistake. */
export function takesIdempotencyKey({ method, access }: Endpoint): boolean {
  return method === "POST" && access !== "public";
}

/** A structured-field string loses its quotes. */
function keyOf({ endpoint, request }: Asked): string | null {
  const given = request.headers.get("idempotency-key");
  if (given === null || !takesIdempotencyKey(endpoint)) return null;
  const key = given.replace(/^"(.*)"$/, "$1");
  if (idempotencyKey.test(key)) return key;
  const message = "Use 1 to 255 printable ASCII characters";
  const issues = [{ path: "Idempotency-Key", message }];
  throw new Problem(40000, `Idempotency-Key: ${message}.`, { issues });
}

function again(answer: string | null, headers: Headers): unknown {
  headers.set("idempotency-replayed", "true");
  if (answer !== null) return JSON.parse(answer);
  throw new Problem(40900, "This was done already; its answer held a secret, which is shown once.");
}
