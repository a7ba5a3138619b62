import type { Endpoint, Reply, Sent } from "./endpoint";
import { Problem } from "./problem";

/** The server ends a read after 25 s. Without a limit, requests that a network lost take up the browser's connections. */
const readLimitMs = 45_000;

type Address<E extends Endpoint> = `${E["method"]} ${E["path"]}`;
type Parts = { params?: object; query?: object; body?: unknown; bodyText?: string | undefined };
/** The input of a request, with the body as it is or as its JSON text. */
type Input<E extends Endpoint> = Sent<E> | (Omit<Sent<E>, "body"> & { bodyText: string });

/** Asks the person to sign in again. Rejects when that does not happen. */
type SignInAgain = () => Promise<void>;
let reenter: SignInAgain | undefined;

/** Sets the handler for expired sessions. A request answered with 401 waits for it and is sent again. */
export function whenSignedOut(ask: SignInAgain): () => void {
  reenter = ask;
  return () => {
    reenter = undefined;
  };
}

/** Asks the person to confirm the password. Rejects, with a message to show, when that does not happen. */
type Confirm = () => Promise<void>;
let confirm: Confirm | undefined;

/** Sets the handler for unconfirmed passwords. A request answered with 40302 waits for it and is sent again. */
export function onUnproven(ask: Confirm): () => void {
  confirm = ask;
  return () => {
    confirm = undefined;
  };
}

/**
 * Calls an endpoint from the browser.
 * @throws Problem for every response that is not a success
 */
export async function call<E extends Endpoint>(
  address: Address<E>,
  sent: Input<E>,
  signal?: AbortSignal,
  idempotencyKey?: string,
): Promise<Reply<E>> {
  const answer = await request<E>(address, sent, signal, idempotencyKey);
  // Safe: the server encoded this response with the endpoint's response schema.
  return (answer.status === 204 ? undefined : await answer.json().catch(unreachable)) as Reply<E>;
}

/**
 * The same, with the body of the response as it was sent, for members that parsing would change.
 * @throws Problem for every response that is not a success
 */
export async function callForText<E extends Endpoint>(
  address: Address<E>,
  sent: Input<E>,
  signal?: AbortSignal,
): Promise<string> {
  return (await request<E>(address, sent, signal)).text().catch(unreachable);
}

async function request<E extends Endpoint>(
  address: Address<E>,
  sent: Input<E>,
  signal?: AbortSignal,
  idempotencyKey?: string,
): Promise<Response> {
  const { params = {}, query = {}, body, bodyText = JSON.stringify(body) } = sent as Parts;
  const [method = "GET", path = ""] = address.split(" ");
  const send = () =>
    fetch(fill(path, params) + search(query), {
      method,
      // A command without a body is completed even when the person leaves the page.
      keepalive: method !== "GET" && bodyText === undefined,
      signal: method === "GET" ? limited(signal) : (signal ?? null),
      headers: {
        ...(bodyText !== undefined && { "content-type": "application/json" }),
        ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
      },
      body: bodyText ?? null,
    }).catch(unreachable);

  let answer = await send();
  let problem = await problemOf(answer, address);
  if (problem?.status === 401 && reenter && address !== "POST /v1/session") {
    await reenter();
    answer = await send();
    problem = await problemOf(answer, address);
  }
  if (problem?.code === 40302 && confirm) {
    await confirm();
    answer = await send();
    problem = await problemOf(answer, address);
  }
  if (problem) throw problem;
  return answer;
}

/** Returns a signal that also ends a read that takes too long. */
function limited(signal: AbortSignal | undefined): AbortSignal {
  const ending = new AbortController();
  const end = (reason: unknown) => ending.abort(reason);
  setTimeout(end, readLimitMs, new DOMException("No answer in time", "TimeoutError"));
  if (signal?.aborted) end(signal.reason);
  signal?.addEventListener("abort", () => end(signal.reason), { once: true });
  return ending.signal;
}

function fill(path: string, params: object): string {
  const values = new Map(Object.entries(params));
  return path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values.get(name))));
}

function search(query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

function unreachable(error: unknown): never {
  if (error instanceof DOMException && error.name === "AbortError") throw error;
  throw new Problem(50300, "Postback does not respond. Check the connection, then try again.");
}

/**
 * Returns the Problem in a response, or null for a success. A failure without the body of the API comes from a proxy: its status does not
 * describe the resource, its request id is not in the log of Postback, and a repeated request may reach Postback.
 */
async function problemOf(answer: Response, address: string): Promise<Problem | null> {
  if (answer.ok) return null;
  const body = await answer.json().catch(() => null);
  if (typeof body?.code === "number") {
    const requestId = answer.headers.get("x-request-id") ?? undefined;
    return new Problem(body.code, body.message, { issues: body.issues, requestId });
  }
  return new Problem(50200, proxyMessage(answer.status, address));
}

/** Statuses below 500 that pass. A proxy also answers 404 while it has no server to choose. */
const transient = new Set([404, 408, 425, 429]);

/** Requests that leave no change to check for. As in the contracts, with `mayLeaveChange`: the browser does not have these. */
const repeatable = /^GET |^POST .*\/(session(\/proof|\/link)?|preview|signature-check)$/;

function proxyMessage(status: number, address: string): string {
  const what = `A proxy answered for Postback: HTTP ${status}.`;
  if (status < 500 && !transient.has(status)) return `${what} Reload the page, or ask who runs it.`;
  // After a 504, for example, Postback has the request, and its response came too late.
  if (status >= 500 && !repeatable.test(address)) {
    return `${what} The request may still take effect; check before you repeat it.`;
  }
  return `${what} Try again shortly.`;
}
