import type { Dispatcher } from "undici";
import { responseBodyLimit } from "@/lib/outbound/body";
import { newConnection } from "@/lib/outbound/connector";
import { noPhases, type Phases } from "@/lib/outbound/phases";
import type { Header } from "@/lib/queue/outcome";

const bodyWaitMs = 2000;
/** Interim answers (1xx) before the final one; a flood of them costs a core for as long as it lasts. */
const interimLimit = 20;
const none = Buffer.alloc(0);

/** Headers as name, value, name, value. */
export type Request = { origin: string; path: string; headers: string[]; body: string };

/** The total deadline passed. */
export class DeadlinePassed extends Error {
  override name = "DeadlinePassed";
}

/** What came back is no answer, though each part of it may be well-formed. */
export class BadAnswer extends Error {
  override name = "BadAnswer";
}

/** One request and what came back, as far as it came; `error` says why it stopped there. */
export type Exchange = {
  sent: boolean;
  /** It went out on a connection that an earlier request had opened. */
  reused: boolean;
  /** Something came back, if only an interim answer. */
  answered: boolean;
  phases: Phases;
  statusCode: number | null;
  headers: Header[];
  body: Buffer;
  complete: boolean;
  error: Error | null;
};

/** Sends one request. Never rejects, and never takes longer than the deadline. */
export function exchange(
  agent: Dispatcher,
  request: Request,
  deadlineMs: number,
): Promise<Exchange> {
  return new Promise((resolve) => {
    const handler = new ExchangeHandler(resolve, deadlineMs);
    try {
      // The timers of the library start anew with each byte: the deadline is ours.
      agent.dispatch({ ...request, method: "POST", headersTimeout: 0, bodyTimeout: 0 }, handler);
    } catch (error) {
      handler.stop(error as Error);
    }
  });
}

class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly exchange: Exchange = {
    sent: false,
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
  #bodyWait: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #stopped: Error | undefined;
  #over: boolean = false;
  #startedMs = 0;
  #interim = 0;
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(resolve: (exchange: Exchange) => void, deadlineMs: number) {
    this.#resolve = resolve;
    this.#deadline = setTimeout(() => this.stop(new DeadlinePassed()), deadlineMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController) {
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
      if (this.#interim > interimLimit) this.stop(new BadAnswer("Too many interim answers"));
      return;
    }
    this.exchange.statusCode = statusCode;
    this.exchange.phases.firstByteMs = Math.round(performance.now() - this.#startedMs);
    this.exchange.headers = headerPairs(controller.rawHeaders);
    this.#bodyWait = setTimeout(() => this.stop(new DeadlinePassed()), bodyWaitMs);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer) {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size > responseBodyLimit)
      this.stop(new Error("The body is longer than what is kept"));
  }

  onResponseEnd() {
    this.exchange.complete = true;
    this.#settle(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error) {
    this.#settle(error);
  }

  stop(reason: Error) {
    this.#stopped = reason;
    this.#settle(reason);
    this.#controller?.abort(reason);
  }

  #settle(error: Error | null) {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#deadline);
    clearTimeout(this.#bodyWait);
    this.exchange.error = error;
    this.exchange.body = Buffer.concat(this.#chunks).subarray(0, responseBodyLimit);
    this.#resolve(this.exchange);
  }
}

/** Raw headers are a flat list of bytes: name, value, name, value. */
function headerPairs(raw: Dispatcher.DispatchController["rawHeaders"]): Header[] {
  if (!Array.isArray(raw)) return [];
  const pairs: Header[] = [];
  for (let n = 0; n < raw.length; n += 2) pairs.push([text(raw[n]), text(raw[n + 1])]);
  return pairs;
}

function text(part: Buffer | string = ""): string {
  return typeof part === "string" ? part : part.toString("latin1");
}
