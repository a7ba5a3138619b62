import type { Endpoint, Reply, Sent } from "./endpoint";
import { Problem } from "./problem";

type Address<E extends Endpoint> = `${E["method"]} ${E["path"]}`;
type Parts = { params?: object; query?: object; body?: unknown };

/** Lets the person sign in again; rejects when that does not happen. */
type Reenter = () => Promise<void>;
let reenter: Reenter | undefined;

/** From now on a request that comes too late for its session waits for the next one, and is then sent again. */
export function whenSignedOut(ask: Reenter): () => void {
  reenter = ask;
  return () => {
    reenter = undefined;
  };
}

/** The browser's end of an endpoint. Throws a `Problem` for every answer that is not a success. */
export async function call<E extends Endpoint>(
  address: Address<E>,
  sent: Sent<E>,
  signal?: AbortSignal,
  idempotencyKey?: string,
): Promise<Reply<E>> {
  const { params = {}, query = {}, body } = sent as Parts;
  const [method = "GET", path = ""] = address.split(" ");
  const send = () =>
    fetch(fill(path, params) + search(query), {
      method,
      signal: signal ?? null,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(unreachable);

  let answer = await send();
  if (answer.status === 401 && reenter && address !== "POST /v1/session") {
    await reenter();
    answer = await send();
  }
  if (!answer.ok) throw await problemOf(answer);
  // Safe: the server encoded this very answer through the endpoint's response schema.
  return (answer.status === 204 ? undefined : await answer.json()) as Reply<E>;
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
  throw new Problem(50300, "Postback does not answer. Check the connection, then try again.");
}

async function problemOf(answer: Response): Promise<Problem> {
  const requestId = answer.headers.get("x-request-id") ?? undefined;
  const { code, message, issues } = await answer.json().catch(() => ({}));
  return new Problem(code ?? answer.status * 100, message, { issues, requestId });
}
