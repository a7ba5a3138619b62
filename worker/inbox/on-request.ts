import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "@/db/client";
import { type Answer, receive } from "@/lib/inbox/receive";
import { log } from "@/lib/log";
import { readInboxRequest } from "@/lib/outbound/inbox";
import type { Header } from "@/lib/queue/attempt-result";

export type ReceptionOptions = {
  db: Database;
  stopping: AbortSignal;
  /** Called after each request that was stored. */
  received(answer: Answer): void;
};

/** Larger than any event. */
const bodyLimit = 1024 * 1024;

/** Stores a request to a bin and answers as the bin is configured; 404 without a bin. */
export function onRequest(
  reception: ReceptionOptions,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  respond(reception, request, response).catch((error: unknown) => {
    if (!reception.stopping.aborted) log.warn({ err: error }, "inbox request failed");
    response.destroy();
  });
}

async function respond(
  { db, stopping, received }: ReceptionOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = "", url = "", headers } = request;
  const asked = readInboxRequest(headers.host ?? "", url);
  const body = await bodyOf(request);
  if (body === null) return end(response, 413, "The request body exceeds 1 MiB.");
  const arrived = { method, headers: pairsOf(request.rawHeaders), body };
  const answer = asked && (await receive(db, asked.token, { ...arrived, sender: asked.webhookId }));
  if (!answer) return end(response, 404, "The built-in inbox has no such bin.");
  received(answer);
  await delay(answer.delayMs, null, { signal: stopping });
  end(response, answer.status, answer.status === 204 ? "" : words(answer), headersOf(answer));
}

function words({ number, status }: Answer): string {
  return `Request ${number} of this bin, answered ${status} as configured.`;
}

function headersOf({ retryAfterSeconds }: Answer): Record<string, string> {
  return retryAfterSeconds === null ? {} : { "retry-after": `${retryAfterSeconds}` };
}

function end(response: ServerResponse, status: number, text: string, headers = {}): void {
  const kind = text === "" ? {} : { "content-type": "text/plain; charset=utf-8" };
  response.writeHead(status, { ...kind, ...headers }).end(text);
}

/** Returns the body; null when it exceeds the limit. Reads to the end in either case. */
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
