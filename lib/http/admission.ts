import type { Context } from "@/lib/context";
import type { Endpoint } from "@/lib/protocol/endpoint";
import { refuseUntil } from "@/lib/protocol/rate-limit";
import { type Bounds, Bulkhead, type Release, type Subject } from "./bulkhead";
import { type Pool, poolSize } from "./database";
import { takesIdempotencyKey } from "./with-idempotency";

/** Kinds of requests, each with a bulkhead of its own. */
type Load =
  | "publish"
  | "publishApart"
  | "batch"
  | "read"
  | "transaction"
  | "log"
  | "logOfOperator"
  | "outside";

type Asked = { endpoint: Endpoint; request: Request; body?: unknown };

const dbTimeoutMs = 5000;
const retrySeconds = 1;

// Next bundles its own copy of each module; `globalThis` keeps one set of bulkheads for the process.
const shared = globalThis as { postbackBulkheads?: Record<Load, Bulkhead> };

/**
 * Waits for a place among the requests under way in this process. A key counts within its account. A service key counts
 * by itself, and so does a person, whatever the number of browsers.
 * @throws Problem 42900 with Retry-After while too many of the caller's requests are under way
 */
export async function admit(ctx: Context, { endpoint, request, body }: Asked): Promise<Release> {
  const subject = subjectOf(ctx);
  if (!subject) return () => {};
  const load = loadFor(ctx, { endpoint, request, body });
  shared.postbackBulkheads ??= bulkheads();
  const release = await shared.postbackBulkheads[load].acquire(subject, dbTimeoutMs);
  if (release) return release;
  throw refuseUntil(
    `Too many ${words[load]} are under way at once; send fewer in parallel.`,
    retrySeconds,
    { limit: "concurrency" },
  );
}

/**
 * Exchanges the place of an event with a target of its own for a place among such events, once its body is known.
 * @throws Problem 42900 as `admit` does
 */
export async function readmit(ctx: Context, asked: Asked, release: Release): Promise<Release> {
  const { endpoint, request } = asked;
  if (loadOf(asked) === loadOf({ endpoint, request })) return release;
  release();
  return admit(ctx, asked);
}

const words: Record<Load, string> = {
  publish: "publishing requests",
  publishApart: "publishing requests with a key or a target of their own",
  batch: "batches",
  read: "reads",
  transaction: "changes",
  log: "reads of the log",
  logOfOperator: "reads of the log",
  outside: "requests to other servers",
};

/**
 * Publishing shares one statement with others and may have many requests under way. A request that holds a database
 * connection gets a part of its pool. For changes, an account has at most half of the connections; for publishing, all
 * but one. For reads of the log it has one of four, and rests after each read. Accounts never take the last of these
 * four: it is left to operators, because a page of theirs reads several lists at once.
 */
function bulkheads(): Record<Load, Bulkhead> {
  const part = (pool: Pool, share: number) => Math.max(1, Math.floor(poolSize(pool) * share));
  const [changes, keyed] = [part("general", 0.5), part("publishing", 0.75)];
  const reads = poolSize("reads");
  const of = (perKey: number, perAccount: number, more: Partial<Bounds> = {}) =>
    new Bulkhead({ perKey, perAccount, total: Number.POSITIVE_INFINITY, waiting: 128, ...more });
  return {
    publish: of(64, 64, { waiting: 1024 }),
    publishApart: of(keyed, keyed, { waiting: 512 }),
    batch: of(2, 2),
    read: of(16, 24),
    transaction: of(Math.max(1, changes - 1), changes),
    log: of(1, 1, { total: reads - 1, waiting: 32, restMs: 50 }),
    logOfOperator: of(2, 2, { total: reads, waiting: 32 }),
    outside: of(4, 4, { waiting: 0 }),
  };
}

function loadFor({ actor }: Context, asked: Asked): Load {
  const load = loadOf(asked);
  return load === "log" && actor.kind === "user" ? "logOfOperator" : load;
}

function loadOf({ endpoint, request, body }: Asked): Load {
  if (endpoint.load) return endpoint.load;
  if (endpoint.method === "GET") return "read";
  if (endpoint.access !== "events:write") return "transaction";
  const isKeyed = takesIdempotencyKey(endpoint) && request.headers.has("idempotency-key");
  return isKeyed || isAddressed(body) ? "publishApart" : "publish";
}

/**
 * Returns whether an event has a callback URL of its own. Storing one takes more statements than storing any other
 * event.
 */
function isAddressed(body: unknown): boolean {
  return (
    typeof body === "object" && body !== null && ("callbackUrl" in body || "webhookId" in body)
  );
}

function subjectOf({ actor, accountId }: Context): Subject | null {
  if (actor.kind === "user") return { key: actor.userId, account: actor.userId };
  if (actor.kind !== "key") return null;
  return { key: actor.keyId, account: accountId ?? actor.keyId };
}
