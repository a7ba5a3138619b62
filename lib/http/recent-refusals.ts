import { hashKey } from "@/lib/api-keys/key";
import type { Context } from "@/lib/context";
import { Lru } from "@/lib/lru";
import { Problem } from "@/lib/protocol/problem";
import type { ApiRequest, Caller } from "./api-request";
import { holdBack } from "./hold-back";

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
export function assertNotJustRefused(apiRequest: ApiRequest): void {
  // The name of a request has a hash, which costs more than the rest.
  if (refusals.isEmpty) return;
  const name = nameOf(apiRequest);
  const known = name === null ? undefined : refusals.get(name);
  if (!known || performance.now() >= known.until || (apiRequest.size ?? 0) < known.size) return;
  apiRequest.repeatedFor = known.caller;
  throw known.problem;
}

/**
 * Remembers a refusal with 429, and resolves when it is to be sent. A service key is refused for one account and may still
 * act for others, so its refusals are neither remembered nor held back, nor are those of invalid keys, which count for an
 * address. What paused webhooks hold refuses some events only, so such a refusal is not repeated to the next request.
 */
export async function noteRefusal(
  apiRequest: ApiRequest,
  caller: Context | undefined,
  error: unknown,
): Promise<void> {
  const { accountId, actor } = apiRequest.repeatedFor ?? caller ?? {};
  if (!accountId || !actor || !(error instanceof Problem) || error.status !== 429) return;
  if (apiRequest.repeatedFor === undefined && error.limit !== "held")
    remember(apiRequest, { accountId, actor }, error);
  await holdBack(accountId);
}

function remember(apiRequest: ApiRequest, caller: Caller, problem: Problem): void {
  const name = nameOf(apiRequest);
  if (name === null) return;
  const until = performance.now() + rememberMs;
  const { endpoint, size = 0 } = apiRequest;
  refusals.set(name, { problem, caller, size: endpoint.load === "batch" ? size : 0, until });
}

/** Null for requests without a key, and for repeats of an idempotent request, which are answered despite the limits. */
function nameOf({ endpoint, request }: ApiRequest): string | null {
  const { headers } = request;
  const key = headers.get("x-api-key");
  if (key === null || headers.has("idempotency-key")) return null;
  return `${endpoint.method} ${endpoint.path} ${hashKey(key)}`;
}
