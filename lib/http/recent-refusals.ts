import { hashKey } from "@/lib/api-keys/key";
import type { Context } from "@/lib/context";
import { Lru } from "@/lib/lru";
import type { Endpoint } from "@/lib/protocol/endpoint";
import { Problem } from "@/lib/protocol/problem";
import { holdBack, holdBackMs } from "./hold-back";

/** A request, with the length of its body once that is known. */
export type Asked = { endpoint: Endpoint; request: Request; size?: number };

type Refusal = { problem: Problem; size: number; until: number };

const refusals = new Lru<string, Refusal>(10_000);

/**
 * Repeats the refusal of the same key and operation of a moment ago, unless that had a larger body. It costs no look-up
 * of the key and no parsing, so a caller who repeats refused requests without a pause takes little CPU from others. The
 * answer is held back for as long as the refusal is remembered.
 * @throws Problem 42900
 */
export async function assertNotJustRefused(asked: Asked): Promise<void> {
  // The name of a request has a hash, which costs more than the rest.
  if (refusals.isEmpty) return;
  const name = nameOf(asked);
  const known = name === null ? undefined : refusals.get(name);
  if (!known || performance.now() >= known.until || (asked.size ?? 0) < known.size) return;
  await holdBack();
  throw known.problem;
}

/**
 * Remembers a refusal with 429. A service key is refused for one account and may still act for others, so its refusals
 * are not remembered, nor are those of invalid keys, which count for an address.
 */
export function noteRefusal(asked: Asked, caller: Context | undefined, error: unknown): void {
  if (!caller?.accountId || !(error instanceof Problem) || error.status !== 429) return;
  const name = nameOf(asked);
  if (name === null) return;
  const until = performance.now() + holdBackMs;
  refusals.set(name, { problem: error, size: asked.size ?? 0, until });
}

/** Null for requests without a key, and for repeats of an idempotent request, which are answered despite the limits. */
function nameOf({ endpoint, request }: Asked): string | null {
  const { headers } = request;
  const key = headers.get("x-api-key");
  if (key === null || headers.has("idempotency-key")) return null;
  return `${endpoint.method} ${endpoint.path} ${hashKey(key)}`;
}
