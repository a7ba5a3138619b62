import { hashKey } from "@/lib/api-keys/key";
import type { Context } from "@/lib/context";
import { Lru } from "@/lib/lru";
import type { Endpoint } from "@/lib/protocol/endpoint";
import { Problem } from "@/lib/protocol/problem";
import { holdBack } from "./hold-back";

/** Who sends a request. */
type Caller = Pick<Context, "actor" | "accountId">;

export type Asked = {
  endpoint: Endpoint;
  request: Request;
  /** Time of its arrival, by `performance.now()`. */
  startedAt: number;
  /** Set when the caller is known, also if the request is then refused. */
  caller?: Caller;
  /** Length of the body once that is known. */
  size?: number;
  /** Set when the request is refused from memory: the caller that the earlier refusal was for. */
  repeatedFor?: Caller;
};

/** `size` is the least length of a batch that is refused, too; 0 if any request is. */
type Refusal = { problem: Problem; caller: Caller; size: number; until: number };

/** Time for which a refusal is repeated. Shorter than any Retry-After, so that only callers who ignore it notice. */
const rememberMs = 50;

const refusals = new Lru<string, Refusal>(10_000);

/**
 * Repeats the refusal of the same key and operation of a moment ago, unless that was a larger batch. It costs no look-up
 * of the key and no parsing, so a caller who repeats refused requests without a pause takes little CPU from others.
 * @throws Problem 42900
 */
export function assertNotJustRefused(asked: Asked): void {
  // The name of a request has a hash, which costs more than the rest.
  if (refusals.isEmpty) return;
  const name = nameOf(asked);
  const known = name === null ? undefined : refusals.get(name);
  if (!known || performance.now() >= known.until || (asked.size ?? 0) < known.size) return;
  asked.repeatedFor = known.caller;
  throw known.problem;
}

/**
 * Remembers a refusal with 429, and resolves when it is to be sent. A service key is refused for one account and may still
 * act for others, so its refusals are neither remembered nor held back, nor are those of invalid keys, which count for an
 * address. What paused webhooks hold refuses some events only, so such a refusal is not repeated to the next request.
 */
export async function noteRefusal(
  asked: Asked,
  caller: Context | undefined,
  error: unknown,
): Promise<void> {
  const { accountId, actor } = asked.repeatedFor ?? caller ?? {};
  if (!accountId || !actor || !(error instanceof Problem) || error.status !== 429) return;
  if (asked.repeatedFor === undefined && error.limit !== "held")
    remember(asked, { accountId, actor }, error);
  await holdBack(accountId);
}

function remember(asked: Asked, caller: Caller, problem: Problem): void {
  const name = nameOf(asked);
  if (name === null) return;
  const until = performance.now() + rememberMs;
  const { endpoint, size = 0 } = asked;
  refusals.set(name, { problem, caller, size: endpoint.load === "batch" ? size : 0, until });
}

/** Null for requests without a key, and for repeats of an idempotent request, which are answered despite the limits. */
function nameOf({ endpoint, request }: Asked): string | null {
  const { headers } = request;
  const key = headers.get("x-api-key");
  if (key === null || headers.has("idempotency-key")) return null;
  return `${endpoint.method} ${endpoint.path} ${hashKey(key)}`;
}
