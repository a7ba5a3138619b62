import type { Context } from "@/lib/context";
import { refuseUntil } from "@/lib/protocol/rate-limit";
import type { ApiRequest } from "./api-request";
import { type Bounds, Bulkhead, type Release, type Subject } from "./bulkhead";
import { type Pool, poolSize } from "./database";
import { takesIdempotencyKey } from "./with-idempotency";

/** Kinds of requests, each with a bulkhead of its own. */
type Load =
  | "publish"
  | "publishApart"
  | "batch"
  | "read"
  | "readOfOperator"
  | "transaction"
  | "bulk"
  | "log"
  | "logOfOperator"
  | "logOfPages"
  | "logChange"
  | "file"
  | "outside";

/** Parts of a request that decide which bulkhead it needs. The body is known once it was read. */
type Admissible = Pick<ApiRequest, "endpoint" | "request"> & { body?: unknown };

/** Longest wait for a place. Not measured. */
const placeTimeoutMs = 5000;
const retrySeconds = 1;

// Next bundles its own copy of each module; `globalThis` keeps one set of bulkheads for the process.
const shared = globalThis as { postbackBulkheads?: Record<Load, Bulkhead> };

/**
 * Waits for a place among the requests under way in this process. A key counts within its account. A service key counts
 * by itself, and so does a person, whatever the number of browsers.
 * @throws Problem 42900 with Retry-After while too many of the caller's requests are under way
 */
export async function admit(ctx: Context, admissible: Admissible): Promise<Release> {
  return placeFor(ctx, loadFor(ctx, admissible));
}

/**
 * Waits for a place among the files that are being sent. Each read of one also needs a place by `admit`.
 * @throws Problem 42900 as `admit` does
 */
export function admitFile(ctx: Context): Promise<Release> {
  return placeFor(ctx, "file");
}

/**
 * Waits for a place among the statements by which pages of members read the log.
 * @throws Problem 42900 as `admit` does
 */
export function admitPageRead(ctx: Context): Promise<Release> {
  return placeFor(ctx, "logOfPages");
}

async function placeFor(ctx: Context, load: Load): Promise<Release> {
  const subject = subjectOf(ctx);
  if (!subject) return () => {};
  shared.postbackBulkheads ??= bulkheads();
  const release = await shared.postbackBulkheads[load].acquire(subject, placeTimeoutMs);
  if (release) return release;
  throw refuseUntil(
    `Too many ${words[load]} are under way at once; send fewer in parallel.`,
    retrySeconds,
    { limit: "concurrency" },
  );
}

/**
 * Adapts the place of a request to publish once its body is known. An event with a target of its own moves to such events. A batch
 * of them, or one with keys, takes a place among them besides its own: it holds a connection of the same pool.
 * @throws Problem 42900 as `admit` does
 */
export async function readmit(
  ctx: Context,
  admissible: Admissible,
  release: Release,
): Promise<Release> {
  const { endpoint, request } = admissible;
  if (endpoint.load === "batch")
    return isApart(admissible) ? withPlaceApart(ctx, release) : release;
  if (loadOf(admissible) === loadOf({ endpoint, request })) return release;
  release();
  return admit(ctx, admissible);
}

async function withPlaceApart(ctx: Context, release: Release): Promise<Release> {
  const releaseApart = await placeFor(ctx, "publishApart");
  return () => {
    releaseApart();
    release();
  };
}

const words: Record<Load, string> = {
  publish: "publishing requests",
  publishApart: "publishing requests with a key or a target of their own",
  batch: "batches",
  read: "reads",
  readOfOperator: "reads",
  transaction: "changes",
  bulk: "deletions",
  log: "reads of the log",
  logOfOperator: "reads of the log",
  logOfPages: "reads of the log",
  logChange: "replays and cancellations by filter",
  file: "exports",
  outside: "requests to other servers",
};

/**
 * Publishing shares one statement with others and may have many requests under way. A request that holds database
 * connections gets a part of its pool, so that no account takes all of one:
 *
 * - Of the general pool, an account has two fifths for changes, a fifth for reads, each of which may need two connections, and one
 *   connection for changes of the log. Operators are not limited to so few reads, because a page of theirs makes several.
 * - Of the pool of publishing, it has three of four connections.
 * - Of the bulk pool, it has one of two.
 * - For reads of the log it has one of four, and rests after each read. Requests of accounts never take the last of these four: it
 *   is left to operators, because a page of theirs reads several lists at once. A file takes one of these places for each of its
 *   reads, and none while it is sent, because its client may read slowly.
 * - Pages of members make some ten reads of the log, each of which waits for its turn: one of an account, and two in all besides
 *   those of requests.
 */
function bulkheads(): Record<Load, Bulkhead> {
  const part = (pool: Pool, share: number) => Math.max(1, Math.floor(poolSize(pool) * share));
  const [changes, own, keyed] = [
    part("general", 0.4),
    part("general", 0.2),
    part("publishing", 0.75),
  ];
  const reads = poolSize("reads");
  const of = (perKey: number, perAccount: number, more: Partial<Bounds> = {}) =>
    new Bulkhead({ perKey, perAccount, total: Number.POSITIVE_INFINITY, waiting: 128, ...more });
  return {
    publish: of(64, 64, { waiting: 1024 }),
    publishApart: of(keyed, keyed, { waiting: 512 }),
    batch: of(2, 2),
    read: of(own, own),
    readOfOperator: of(16, 24),
    transaction: of(Math.max(1, changes - 1), changes),
    bulk: of(1, 1),
    log: of(1, 1, { total: reads - 1, waiting: 32, restMs: 50 }),
    logOfOperator: of(2, 2, { total: reads, waiting: 32 }),
    logOfPages: of(1, 1, { total: Math.max(1, reads - 2), waiting: 512 }),
    logChange: of(1, 1, { total: changes, waiting: 32, restMs: 50 }),
    file: of(2, 2, { waiting: 32 }),
    outside: of(4, 4, { waiting: 0 }),
  };
}

const ofOperators: Partial<Record<Load, Load>> = { read: "readOfOperator", log: "logOfOperator" };

function loadFor({ actor, accountId }: Context, admissible: Admissible): Load {
  const load = loadOf(admissible);
  const isOperator = actor.kind === "user" && accountId === null;
  return (isOperator && ofOperators[load]) || load;
}

function loadOf(admissible: Admissible): Load {
  const { access, isBulk, load, method } = admissible.endpoint;
  if (isBulk) return "bulk";
  if (load === "log" && method !== "GET") return "logChange";
  if (load) return load;
  if (method === "GET") return "read";
  if (access !== "events:write") return "transaction";
  return isApart(admissible) ? "publishApart" : "publish";
}

/** Returns whether a request to publish holds a connection: to store a response with its key, or to make a target. */
function isApart({ endpoint, request, body }: Admissible): boolean {
  const isKeyed = takesIdempotencyKey(endpoint) && request.headers.has("idempotency-key");
  return isKeyed || isAddressed(body) || membersOf(body).some(isAddressed);
}

/** Returns whether an event has a target or a key of its own. Storing one takes more statements than storing any other event. */
function isAddressed(event: unknown): boolean {
  return (
    typeof event === "object" &&
    event !== null &&
    ("callbackUrl" in event || "webhookId" in event || "idempotencyKey" in event)
  );
}

/** Returns the events of a batch. */
function membersOf(body: unknown): unknown[] {
  const { events }: { events?: unknown } = Object(body);
  return Array.isArray(events) ? events : [];
}

function subjectOf({ actor, accountId }: Context): Subject | null {
  if (actor.kind === "user") return { key: actor.userId, account: accountId ?? actor.userId };
  if (actor.kind !== "key") return null;
  return { key: actor.keyId, account: accountId ?? actor.keyId };
}
