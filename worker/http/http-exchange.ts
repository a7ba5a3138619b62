import type { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { responseBodyLimit } from "@/lib/outbound/body";
import { newConnection } from "@/lib/outbound/connector";
import { noPhases, type Phases } from "@/lib/outbound/phases";
import type { Header } from "@/lib/queue/attempt-result";

/** Time for the response body after its headers. Not measured. */
const bodyWaitMs = 2000;
/** Interim responses (1xx) accepted before the final one. A flood of them would use a whole core. */
const interimLimit = 20;
const none = Buffer.alloc(0);
/** Longer bodies are written in parts of this length, so that a response before the end of the body is noticed. */
const partLength = 16 * 1024;

/** Headers as name, value, name, value. */
export type Request = { origin: string; path: string; headers: string[]; body: string };

/** The deadline of the whole request passed. */
export class DeadlinePassed extends Error {
  override name = "DeadlinePassed";
}

/** The response breaks HTTP, though each part of it may be well-formed. */
export class BadResponse extends Error {
  override name = "BadResponse";
}

/** One request and its response, as far as it arrived. `error` is the reason it is incomplete. */
export type Exchange = {
  sent: boolean;
  /** The whole request was passed to the kernel before the final status line arrived. */
  written: boolean;
  /** The request used a connection that an earlier request had opened. */
  reused: boolean;
  /** A response arrived, if only an interim one. */
  answered: boolean;
  phases: Phases;
  statusCode: number | null;
  headers: Header[];
  body: Buffer;
  complete: boolean;
  error: Error | null;
};

/** Sends one request. Never rejects, and takes at most `deadlineMs`. */
export function exchange(
  agent: Dispatcher,
  request: Request,
  deadlineMs: number,
): Promise<Exchange> {
  return new Promise((resolve) => {
    const handler = new ExchangeHandler(resolve, deadlineMs);
    try {
      const body = bodyOf(request, handler.written);
      // undici restarts its timers with each byte, so the deadline has a timer of its own.
      agent.dispatch({ method: "POST", headersTimeout: 0, bodyTimeout: 0, ...body }, handler);
    } catch (error) {
      handler.stop(error as Error);
    }
  });
}

/** Returns the dispatch options. A short body is sent with its headers in one write. */
function bodyOf(request: Request, written: () => void): Omit<Dispatcher.DispatchOptions, "method"> {
  const body = Buffer.from(request.body);
  if (body.length <= partLength) {
    written();
    return request;
  }
  const headers = [...request.headers, "content-length", String(body.length)];
  // undici accepts iterables as well; its types leave them out.
  return { ...request, headers, body: parts(body, written) as unknown as Readable };
}

/** Yields the body in parts, with a turn of the event loop between two, in which incoming data is read. */
async function* parts(body: Buffer, written: () => void): AsyncGenerator<Buffer> {
  for (let start = 0; start < body.length; start += partLength) {
    if (start > 0) await nextTurn();
    yield body.subarray(start, start + partLength);
  }
  written();
}

class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly exchange: Exchange = {
    sent: false,
    written: false,
    reused: false,
    answered: false,
    phases: noPhases,
    statusCode: null,
    headers: [],
    body: none,
    complete: false,
    error: null,
  };
  readonly #resolve: (exchange: Exchange) => void;
  readonly #deadline: NodeJS.Timeout;
  readonly #endsAt: number;
  #bodyWait: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #stopped: Error | undefined;
  #isWritten: boolean = false;
  #isOver: boolean = false;
  #startedMs = 0;
  #interim = 0;
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(resolve: (exchange: Exchange) => void, deadlineMs: number) {
    this.#resolve = resolve;
    this.#endsAt = performance.now() + deadlineMs;
    this.#deadline = setTimeout(() => this.stop(new DeadlinePassed()), deadlineMs);
  }

  readonly written = () => {
    this.#isWritten = true;
  };

  onRequestStart(controller: Dispatcher.DispatchController) {
    // In a process that was suspended while it connected, this comes before the timer. The lease may have ended.
    if (performance.now() >= this.#endsAt) this.stop(new DeadlinePassed());
    if (this.#stopped) {
      controller.abort(this.#stopped);
      return;
    }
    this.#controller = controller;
    this.exchange.sent = true;
    const opened = newConnection();
    this.exchange.reused = opened === null;
    this.exchange.phases = { ...noPhases, ...opened };
    this.#startedMs = performance.now();
  }

  onResponseStart(controller: Dispatcher.DispatchController, statusCode: number) {
    this.exchange.answered = true;
    if (statusCode < 200) {
      this.#interim++;
      if (this.#interim > interimLimit) this.stop(new BadResponse("Too many interim responses"));
      return;
    }
    this.exchange.written = this.#isWritten;
    this.exchange.statusCode = statusCode;
    this.exchange.phases.firstByteMs = Math.round(performance.now() - this.#startedMs);
    this.exchange.headers = headerPairs(controller.rawHeaders);
    this.#bodyWait = setTimeout(() => this.stop(new DeadlinePassed()), bodyWaitMs);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer) {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size > responseBodyLimit)
      this.stop(new Error("The body exceeds the size that is stored"));
  }

  onResponseEnd() {
    this.exchange.complete = true;
    this.#finish(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error) {
    this.#finish(error);
  }

  stop(reason: Error) {
    this.#stopped = reason;
    this.#finish(reason);
    this.#controller?.abort(reason);
  }

  #finish(error: Error | null) {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#deadline);
    clearTimeout(this.#bodyWait);
    this.exchange.error = error;
    this.exchange.body = Buffer.concat(this.#chunks);
    this.#resolve(this.exchange);
  }
}

/** Returns pairs from the raw headers, a flat list of bytes: name, value, name, value. */
function headerPairs(raw: Dispatcher.DispatchController["rawHeaders"]): Header[] {
  if (!Array.isArray(raw)) return [];
  const pairs: Header[] = [];
  for (let n = 0; n < raw.length; n += 2) pairs.push([text(raw[n]), text(raw[n + 1])]);
  return pairs;
}

function text(part: Buffer | string = ""): string {
  return typeof part === "string" ? part : part.toString("latin1");
}
