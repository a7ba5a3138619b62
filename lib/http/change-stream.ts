import { and, eq } from "drizzle-orm";
import { apiKeys, sessions, users } from "@/db/schema/accounts";
import { validKeys } from "@/lib/api-keys/recent-keys";
import type { Notice } from "@/lib/changes/change";
import type { Hub, Listener } from "@/lib/changes/hub";
import type { Context } from "@/lib/context";
import { every } from "@/lib/every";
import { defaultProblem } from "@/lib/protocol/default-problem";
import type { Access } from "@/lib/protocol/endpoint";
import { Problem } from "@/lib/protocol/problem";
import { alive } from "@/lib/session/browser-session";
import { streamApi } from "@/lib/stream/contract";
import { visibleChanges } from "@/lib/stream/visible-changes";
import { assertAccess, scopesOf } from "./access";

const checkMs = 15_000;
const reconnectMs = 2000;
/** A client with this many unread events is disconnected. It reads everything again when it reconnects. */
const waitingLimit = 256;

/** Changes of these kinds may end the access of a person. */
const aboutPeople = new Set(["session", "sessions", "users"]);

const encoder = new TextEncoder();
// An event, not a comment: pages do not see comments, and would not notice a lost connection.
const beats = { current: beatOf(true), silent: beatOf(false) };

type Options = { ctx: Context; hub: Hub; lastId: string | null; ended: () => void };

/** Server-sent events of one caller: `ready`, then `changed` for each group of changes. */
export class ChangeStream implements Listener {
  readonly body: ReadableStream<Uint8Array>;
  readonly #ctx: Context;
  readonly #hub: Hub;
  readonly #lastId: string | null;
  readonly #ended: () => void;
  readonly #ending = new AbortController();
  readonly #removeListener: () => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Keeps events in the order of their notices while accounts are looked up. */
  #last: Promise<void> = Promise.resolve();

  constructor({ ctx, hub, lastId, ended }: Options) {
    this.#ctx = ctx;
    this.#hub = hub;
    this.#lastId = lastId;
    this.#ended = ended;
    this.body = new ReadableStream(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        cancel: () => this.end(),
      },
      { highWaterMark: waitingLimit },
    );
    this.#write(encoder.encode(`retry: ${reconnectMs}\n\n`));
    const check = () => this.#checkCaller();
    void every(checkMs, check, this.#ending.signal, { firstAfterMs: checkMs });
    this.#removeListener = hub.addListener(this);
  }

  /** Sends what changed since the caller's last event, or `missed` if that is not known any more. */
  ready(id: string): void {
    const changes = this.#hub.since(this.#lastId);
    const from = changes && this.#lastId;
    this.#write(eventOf("ready", { missed: !from }, from ?? id));
    for (const change of changes ?? []) this.changed(change.notices, change.id);
  }

  changed(notices: Notice[], id: string): void {
    if (notices.some((notice) => mayEndAccess(this.#ctx, notice))) void this.#checkCaller();
    this.#last = this.#last.then(async () => {
      const changes = await visibleChanges(this.#ctx, notices).catch(() => undefined);
      // Without its look-up the change is lost. The next connection reports `missed`, and pages read everything again.
      if (!changes) this.end();
      else if (changes.length > 0) {
        this.#write(eventOf("changed", { changes }, id));
      }
    });
  }

  beat(isCurrent: boolean): void {
    this.#write(isCurrent ? beats.current : beats.silent);
  }

  end(): void {
    const controller = this.#controller;
    if (!controller) return;
    this.#controller = undefined;
    this.#ending.abort();
    this.#removeListener();
    this.#ended();
    try {
      controller.close();
    } catch {
      // The reader has cancelled it.
    }
  }

  async #checkCaller(): Promise<void> {
    try {
      await assertStillAdmitted(this.#ctx, streamApi.read.access);
    } catch (error) {
      // An error of the database does not end the stream; only a refusal does.
      if (error instanceof Problem) this.end();
    }
  }

  #write(chunk: Uint8Array): void {
    if (!this.#controller) return;
    this.#controller.enqueue(chunk);
    if ((this.#controller.desiredSize ?? 0) <= 0) this.end();
  }
}

/**
 * Returns whether a change may end the access of a caller. A change in another account does not, and a key is checked only if it may
 * be among those that changed. Otherwise an account could cause a look-up for each open stream of all others, by changing its keys or
 * by signing in and out.
 */
function mayEndAccess({ actor, accountId }: Context, notice: Notice): boolean {
  const { kind, account, ids, more } = notice;
  if (account !== undefined && account !== accountId) return false;
  if (actor.kind !== "key") return aboutPeople.has(kind);
  return kind === "api-keys" && (more || ids.includes(actor.keyId)) === true;
}

function beatOf(current: boolean): Uint8Array {
  return eventOf("beat", { current });
}

function eventOf(event: string, data: object, id?: string): Uint8Array {
  const prefix = id === undefined ? "" : `id: ${id}\n`;
  return encoder.encode(`${prefix}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

/**
 * Checks the caller's access again during a long response: sessions end, keys are revoked, roles change. The check does
 * not count as use of the session, so an open tab does not keep a person signed in.
 * @throws Problem when the response must end
 */
async function assertStillAdmitted(ctx: Context, access: Access): Promise<void> {
  const granted = await scopesNow(ctx);
  if (!granted) throw defaultProblem(40100);
  assertAccess(granted, access);
}

async function scopesNow({ db, actor }: Context) {
  if (actor.kind === "user") {
    const [found] = await db
      .select({ role: users.role })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.tokenHash, actor.sessionHash), alive));
    return found && scopesOf(found.role);
  }
  if (actor.kind !== "key") return undefined;
  const [found] = await db
    .select({ scopes: apiKeys.scopes })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, actor.keyId), validKeys));
  return found?.scopes;
}
