import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

export type Received = {
  method: string;
  /** Path and query as in the request line. */
  path: string;
  headers: IncomingHttpHeaders;
  /** Name and value, in order. */
  headerList: [string, string][];
  /** The exact bytes, as text. */
  body: string;
};

/** A status, a response, or a misbehaviour from `misbehave`. */
export type Answer =
  | number
  | { status: number; headers?: Record<string, string>; body?: string | Buffer }
  | ((response: ServerResponse, request: IncomingMessage) => void);

/** A receiver on 127.0.0.1 that records requests and responds as configured. */
export async function startReceiver() {
  const received: Received[] = [];
  const watchers = new Set<() => void>();
  let answers: Answer[] = [200];

  const server = createServer(async (request, response) => {
    received.push(await capture(request));
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    reply(answer ?? 200, request, response);
    for (const look of watchers) look();
  });
  server.on("clientError", (_error, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  /** Resolves with the first `count` requests as soon as they have arrived. */
  function waitFor(count: number): Promise<Received[]> {
    return new Promise((resolve) => {
      const look = () => {
        if (received.length < count) return;
        watchers.delete(look);
        resolve(received.slice(0, count));
      };
      watchers.add(look);
      look();
    });
  }

  let taken = 0;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    waitFor,
    /** Resolves with the request after the previous one. */
    async next(): Promise<Received> {
      taken += 1;
      return (await waitFor(taken))[taken - 1]!;
    },
    /** Sets the next responses in order; the last one repeats. */
    answer(...script: Answer[]): void {
      answers = script;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Ways in which a receiver can harm a sender. */
export const misbehave = {
  /** Accepts the request and never responds. */
  hang: () => {},
  reset: (response: ServerResponse) => void response.socket?.resetAndDestroy(),
  /** Sends a valid status line, then breaks the connection. */
  resetAfterHeaders: (response: ServerResponse) => {
    response.writeHead(200, { "content-length": "1000" });
    response.write("only the beginning", () => response.socket?.resetAndDestroy());
  },
  /** Sends an endless body, a byte at a time: each byte resets an idle timer. */
  dripBody: (response: ServerResponse) => {
    response.writeHead(200).flushHeaders();
    every(20, response, () => response.write("."));
  },
  endlessBody: (response: ServerResponse) => {
    response.writeHead(200);
    const chunk = Buffer.alloc(64 * 1024, "x");
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", more);
    more();
  },
} satisfies Record<string, Answer>;

function every(ms: number, response: ServerResponse, act: () => void): void {
  const timer = setInterval(act, ms);
  response.socket?.on("error", () => {}).on("close", () => clearInterval(timer));
}

async function capture(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const raw = request.rawHeaders;
  return {
    method: request.method ?? "",
    path: request.url ?? "",
    headers: request.headers,
    headerList: raw.flatMap((name, n) =>
      n % 2 === 0 ? [[name, raw[n + 1] ?? ""] as [string, string]] : [],
    ),
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

function reply(answer: Answer, request: IncomingMessage, response: ServerResponse): void {
  if (typeof answer === "function") {
    answer(response, request);
    return;
  }
  const plain = typeof answer === "number" ? { status: answer } : answer;
  response.writeHead(plain.status, plain.headers ?? {}).end(plain.body ?? "");
}
