import { type AddressInfo, createServer, type Socket } from "node:net";
import { now } from "../clock";
import { answerCalls } from "../role";

/**
 * Responds 200 to every request except under `/hang`, and records when each event first reached each path and how
 * often. Uses bare sockets, so that it costs a fraction of what is measured.
 */
const answer = Buffer.from(
  'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 15\r\n\r\n{"thanks":true}',
);
export type Receipt = { at: number; copies: number };

/** Any free port, unless another product must know it before. */
const port = Number(process.env.BENCH_RECEIVER_PORT ?? 0);

let receipts = new Map<string, Receipt>();
let requests = 0;
let awaited: { count: number; done: (at: number) => void } | undefined;
const sockets = new Set<Socket>();

const server = createServer({ noDelay: true }, (socket) => {
  sockets.add(socket);
  let pending: Buffer | undefined;
  socket.on("data", (chunk) => {
    const rest = consume(socket, pending ? Buffer.concat([pending, chunk]) : chunk);
    pending = rest.length > 0 ? rest : undefined;
  });
  socket.on("error", () => {}).on("close", () => sockets.delete(socket));
});
await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", 4096, resolve));

/** Takes complete requests off the front. */
function consume(socket: Socket, bytes: Buffer): Buffer {
  let rest = bytes;
  for (;;) {
    const headEnd = rest.indexOf("\r\n\r\n");
    if (headEnd < 0) return rest;
    const head = rest.toString("latin1", 0, headEnd);
    const end = headEnd + 4 + Number(header(head, "content-length"));
    if (rest.length < end) return rest;
    const path = head.slice(5, head.indexOf(" ", 5));
    note(path, path.startsWith("/marked") ? markIn(rest, headEnd + 4, end) : idIn(head));
    rest = rest.subarray(end);
    if (!path.startsWith("/hang")) socket.write(answer);
  }
}

function idIn(head: string): string {
  return header(head, "webhook-id");
}

/** Returns the publisher's mark in a body: other products have ids of their own. */
function markIn(bytes: Buffer, start: number, end: number): string {
  return /bench-[0-9a-f-]{36}/.exec(bytes.toString("latin1", start, end))?.[0] ?? "";
}

function header(head: string, name: string): string {
  const start = head.indexOf(`${name}: `);
  if (start < 0) return "";
  const end = head.indexOf("\r\n", start);
  return head.slice(start + name.length + 2, end < 0 ? undefined : end);
}

function note(path: string, id: string): void {
  requests++;
  const key = `${path} ${id}`;
  const receipt = receipts.get(key);
  if (receipt) receipt.copies++;
  else receipts.set(key, { at: now(), copies: 1 });
  if (!awaited || requests < awaited.count) return;
  awaited.done(now());
  awaited = undefined;
}

const calls = {
  url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  /** Forgets all receipts. */
  reset(): void {
    receipts = new Map();
    requests = 0;
  },
  /** Resolves with the time at which this many requests had arrived. */
  reached: (count: number) =>
    new Promise<number>((done) => {
      if (requests >= count) done(now());
      else awaited = { count, done };
    }),
  requests: () => requests,
  /** `path id` of every receipt. */
  receipts: () => receipts,
  hangUp(): void {
    for (const socket of sockets) socket.destroy();
  },
};
export type Receiver = typeof calls;
answerCalls(calls);
