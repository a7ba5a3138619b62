import { limitedEventQueue } from "@/lib/account-limits/limited-event-queue";
import { announce } from "@/lib/changes/announce";
import type { Context } from "@/lib/context";
import { notePublished, noteRefusedPublish, noteRequest } from "@/lib/metrics/note";
import { type Endpoint, mayLeaveChange, type Parsed, type Result } from "@/lib/protocol/endpoint";
import type { MemberTexts } from "@/lib/protocol/json-text";
import { ResponseHeaders } from "@/lib/protocol/response-headers";
import { eventQueueUnless } from "@/lib/queue/queue";
import { tracedEventQueue } from "@/lib/queue/traced-event-queue";
import { admitAndRead } from "./admit-and-read";
import { answer, refusal, requestIdOf } from "./answer";
import type { ApiRequest } from "./api-request";
import { authenticate } from "./authenticate";
import { database, engine, poolOf, readWith } from "./database";
import { encodeReply } from "./encode-reply";
import { deadlineOf } from "./health-probe-of";
import { type Handler, handlerOf, type Route } from "./methods";
import { backlog, heldDeliveries, publishingQuota } from "./publishing";
import { assertNotJustRefused, noteRefusal } from "./recent-refusals";
import { countAccepted, countRefused } from "./request-limits";
import { logAnswered } from "./request-log";
import { sourceOf } from "./request-source";
import { refuseSlowRead } from "./slow-read";
import { withIdempotency } from "./with-idempotency";

/** `headers` are those of the response, for operations that set some. */
type Operation<E extends Endpoint, R extends Result<E>> = (
  ctx: Context,
  input: Parsed<E>,
  headers: ResponseHeaders,
) => Promise<R>;

/**
 * Returns the handler of an endpoint. Every request is served in this order: authenticate, admit, read, run, answer.
 *
 * @param textsOf returns members of the response that are sent as their stored text, byte for byte
 */
export function handle<E extends Endpoint, R extends Result<E>>(
  endpoint: E,
  run: Operation<E, R>,
  textsOf?: (result: R) => MemberTexts,
): Handler {
  return timed(endpoint, async (apiRequest, route) => {
    const { request } = apiRequest;
    const requestId = requestIdOf(request);
    const headers = new ResponseHeaders();
    let caller: Context | undefined;
    let texts: MemberTexts | undefined;
    try {
      const pool = poolOf(endpoint);
      const deadline = deadlineOf(endpoint, pool);
      // A public endpoint may need no database.
      const isWrite = mayLeaveChange(endpoint);
      if (endpoint.access !== "public") deadline.assertDatabaseUp({ isWrite });
      assertNotJustRefused(apiRequest);
      const source = sourceOf(request, requestId);
      caller = await deadline.wait(authenticate(apiRequest, source, headers));
      const untraced = eventQueueUnless(caller.queue, () => deadline.isOver);
      const eventQueue = tracedEventQueue(untraced, request);
      const limits = { quota: publishingQuota(), backlog: backlog(), held: heldDeliveries() };
      const ctx = {
        ...caller,
        db: database(pool),
        queue: limitedEventQueue(eventQueue, limits, headers),
      };
      const { input, release } = await admitAndRead<E>(
        ctx,
        apiRequest,
        await route.params,
        deadline,
      );
      const { bodyText } = input;
      const idempotent = { endpoint, request, bodyText, headers, deadline };
      const work = readWith(endpoint, (db) =>
        withIdempotency(idempotent, { ...ctx, db }, async (ctx) => {
          const result = run(ctx, input, headers);
          if (textsOf) texts = textsOf(await result);
          return encodeReply(endpoint, result);
        }),
      ).catch((error) => refuseSlowRead(endpoint, error));
      // The place is held until the work ends, even when the caller was answered earlier.
      work.then(release, release);
      const reply = await deadline.wait(work);
      if (endpoint.status === 201) setLocation(headers, endpoint.path, reply);
      announceChange(endpoint, ctx, input, reply);
      if (isPublishing(endpoint)) {
        notePublished(eventsIn(reply));
        countAccepted(apiRequest, ctx, headers);
      }
      logAnswered(requestId, apiRequest, endpoint.status);
      return answer(endpoint.status, reply, requestId, headers, texts);
    } catch (error) {
      if (isPublishing(endpoint) && caller) countRefused(apiRequest, caller, error);
      await noteRefusal(apiRequest, caller, error);
      const response = refusal(error, requestId, headers, apiRequest);
      if (isPublishing(endpoint)) noteRefusedPublish(error, response.status);
      return response;
    }
  });
}

type Respond = (apiRequest: ApiRequest, route: Route) => Promise<Response>;

/** Returns a handler that records how long each answer took. */
function timed(endpoint: Endpoint, respond: Respond): Handler {
  const kind = isPublishing(endpoint) ? "publish" : endpoint.method === "GET" ? "read" : "write";
  return handlerOf(endpoint, async (request, route) => {
    const startedAt = performance.now();
    const response = await respond({ endpoint, request, startedAt }, route);
    noteRequest(kind, response.status, performance.now() - startedAt);
    return response;
  });
}

/** Sets `Location` for a created resource: the path of the POST, followed by the id. */
function setLocation(headers: ResponseHeaders, path: string, reply: unknown): void {
  if (reply && typeof reply === "object" && "id" in reply) {
    headers.set("location", `${path}/${reply.id}`);
  }
}

type Named = { id?: string; accountId?: string; webhookId?: string };
/** `user` is the person of a session that was opened. */
type Made = Named & { user?: Named };
type Input = { params?: Named };

/** Kinds of which a caller with all accounts may change objects without an answer that names their account. */
const kindsOfAnyone = new Set(["api-keys", "deliveries"]);

/** Announces the change of a completed request to the dashboard. The event queue announces published events itself. */
function announceChange(endpoint: Endpoint, ctx: Context, input: object, reply: unknown): void {
  if (endpoint.method === "GET" || isPublishing(endpoint)) return;
  const [, , noun = ""] = endpoint.path.split("/");
  const { changes: kind = noun } = endpoint;
  const { params } = input as Input;
  const made: Made = Object(reply);
  const named = params?.id ?? made.id;
  const id = kind === noun ? named : undefined;
  const madeIn = made.accountId ?? made.user?.accountId;
  const account = ctx.accountId ?? madeIn ?? (noun === "accounts" ? named : undefined);
  const webhook = kind === "webhooks" ? id : made.webhookId;
  const anyone = !account && kindsOfAnyone.has(kind);
  announce(engine(), { kind, account, webhook, id, anyone });
  // A deletion cancels what waits for the webhook.
  if (kind === "webhooks" && endpoint.method === "DELETE")
    announce(engine(), { kind: "deliveries", account, anyone: !account });
}

function isPublishing({ access }: Endpoint): boolean {
  return access === "events:write";
}

/** Returns the number of events that a request to publish was answered for. */
function eventsIn(reply: unknown): number {
  const { events }: { events?: unknown } = Object(reply);
  return Array.isArray(events) ? events.length : 1;
}
