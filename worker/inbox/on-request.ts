import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "@/db/client";
import { type Answer, receive } from "@/lib/inbox/receive";
import { log } from "@/lib/log";
import { inboxTokenOf } from "@/lib/protocol/inbox-address";
import type { Header } from "@/lib/queue/outcome";

export type Reception = {
  db: Database;
  stopping: AbortSignal;
  /** Told of each request that was kept. */
  came(answer: Answer): void;
};

/** More than any event has. */
const bodyLimit = 1024 * 1024;

/** Keeps a request to a bin, then answers as the bin is told; whatever names no bin is a 404. */
export function onRequest(
  reception: Reception,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  respond(reception, request, response).catch((error: unknown) => {
    if (!reception.stopping.aborted)
      log.warn({ err: error }, "a request to the inbox was not answered");
    response.destroy();
  });
}

async function respond(
  { db, stopping, came }: Reception,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const token = inboxTokenOf(`http://${request.headers.host}${request.url}`);
  const body = await bodyOf(request);
  if (body === null) return end(response, 413, "The inbox takes no body of that size.");
  const method = request.method ?? "";
  const arrived = { method, headers: pairsOf(request.rawHeaders), body };
  const answer = token && (await receive(db, token, arrived));
  if (!answer) return end(response, 404, "The built-in inbox has no such bin.");
  came(answer);
  await delay(answer.delayMs, null, { signal: stopping });
  end(response, answer.status, answer.status === 204 ? "" : words(answer), headersOf(answer));
}

function words({ number, status }: Answer): string {
  return `Request ${number} of this bin, answered ${status} as it was told to.`;
}

function headersOf({ retryAfterSeconds }: Answer): Record<string, string> {
  return retryAfterSeconds === null ? {} : { "retry-after": `${retryAfterSeconds}` };
}

function end(response: ServerResponse, status: number, text: string, headers = {}): void {
  const kind = text === "" ? {} : { "content-type": "text/plain; charset=utf-8" };
  response.writeHead(status, { ...kind, ...headers }).end(text);
}

/** Null when it is too large, which is read to its end all the same. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= bodyLimit) chunks.push(chunk);
  }
  return size > bodyLimit ? null : Buffer.concat(chunks);
}

function pairsOf(raw: string[]): Header[] {
  return raw.flatMap((name, n) => (n % 2 === 0 ? [[name, raw[n + 1] ?? ""] as Header] : []));
}
