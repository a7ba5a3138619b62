import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import type { Cause } from "@/db/enums";

/** Behaviour of a receiver on a connection; `request` resolves when the request has arrived. */
type Act = (socket: Socket, request: Promise<void>) => unknown;

const ok = "HTTP/1.1 200 OK\r\n";
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`;

/** Sends a text once the request has arrived, and leaves the connection open. */
const say =
  (...parts: (string | Buffer)[]): Act =>
  async (socket, request) => {
    await request;
    for (const part of parts) socket.write(part);
  };
/** Sends a start, then repeats a chunk for ever: at an interval, or as fast as the client reads. */
const goOn =
  (start: string, more: string, everyMs?: number): Act =>
  async (socket, request) => {
    await request;
    socket.write(start);
    if (everyMs === undefined) return flood(socket, more);
    const timer = setInterval(() => socket.write(more), everyMs);
    socket.on("close", () => clearInterval(timer));
  };
const thenReset =
  (start: string): Act =>
  async (socket, request) => {
    await request;
    socket.write(start, () => setTimeout(() => socket.resetAndDestroy(), 20));
  };
const thenEnd =
  (start: string): Act =>
  async (socket, request) => {
    await request;
    socket.end(start);
  };

const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
const packed = `${ok}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`;

/** Hostile behaviours, each with the expected cause; null is a success, because the status line was valid. */
export const hostile: Record<string, [act: Act, cause: Cause | null]> = {
  "takes the connection and is silent": [() => {}, "timeout"],
  "reads nothing": [(socket) => socket.pause(), "timeout"],
  "resets at once": [(socket) => socket.resetAndDestroy(), "connect"],
  "resets after the request": [thenReset(""), "connect"],
  "resets within its headers": [thenReset(`${ok}x-a: `), "connect"],
  "resets within its body": [thenReset(`${ok}content-length: 1000\r\n\r\nbeginning`), null],
  "hangs up without a word": [thenEnd(""), "connect"],
  "hangs up within its headers": [thenEnd(`${ok}x-a: `), "connect"],
  "hangs up within its body": [thenEnd(`${ok}content-length: 1000\r\n\r\nbeginning`), null],
  "drips its headers": [goOn(ok, "x-a: b\r\n", 20), "timeout"],
  "drips its body": [goOn(`${ok}\r\n`, ".", 20), null],
  "drips chunks": [goOn(chunked, "1\r\n.\r\n", 20), null],
  "drips interim answers": [goOn("", "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(7), 20), "body"],
  "says Continue before its answer": [
    say("HTTP/1.1 100 Continue\r\n\r\n", `${ok}content-length: 0\r\n\r\n`),
    null,
  ],
  "says Continue and Early Hints before its answer": [
    say("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n", `${ok}\r\n`),
    null,
  ],
  "hints twenty times before its answer": [
    say("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(20), `${ok}content-length: 0\r\n\r\n`),
    null,
  ],
  "floods with interim answers": [goOn("", "HTTP/1.1 100 Continue\r\n\r\n".repeat(1000)), "body"],
  "floods with empty lines": [goOn("", "\r\n".repeat(1000)), "timeout"],
  "sends a megabyte of headers": [say(ok, "x-a: bcdefgh\r\n".repeat(80_000)), "body"],
  "sends a header of a megabyte": [say(ok, `x-a: ${"b".repeat(1024 * 1024)}\r\n\r\n`), "body"],
  "never ends its headers": [goOn(ok, "x-a: bcdefgh\r\n".repeat(1000)), "body"],
  "never ends its body": [goOn(`${ok}\r\n`, "x".repeat(64 * 1024)), null],
  "never ends its chunks": [goOn(chunked, `10000\r\n${"x".repeat(65_536)}\r\n`), null],
  "sends a gzip bomb": [say(packed, bomb), null],
  "announces a terabyte": [
    goOn(`${ok}content-length: 1099511627776\r\n\r\n`, "x".repeat(65_536)),
    null,
  ],
  "sends bad chunks": [say(chunked, "zz\r\nnothing\r\n"), null],
  "sends a chunk of a size beyond all": [say(chunked, "ffffffffffffffffff\r\n"), null],
  "contradicts its own length": [
    say(`${ok}content-length: 3\r\ncontent-length: 4\r\n\r\nabc`),
    "body",
  ],
  "gives length and chunks at once": [
    say(`${ok}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
    "body",
  ],
  "gives a negative length": [say(`${ok}content-length: -1\r\n\r\n`), "body"],
  "puts NUL into its reason": [say("HTTP/1.1 200 O\u0000K\r\n\r\n"), null],
  "folds a header over lines": [say(`${ok}x-a: b\r\n c\r\n`, "bad header\r\n\r\n"), "body"],
  "switches protocols": [
    say("HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
    "body",
  ],
  "answers with a status of four digits": [say("HTTP/1.1 2000 OK\r\n\r\n"), "body"],
  "speaks HTTP/2": [say(Buffer.from("000012040000000000", "hex")), "body"],
  "speaks another language": [thenEnd("SSH-2.0-OpenSSH_9.2\r\n"), "body"],
  "answers twice": [say(`${ok}content-length: 0\r\n\r\n`.repeat(2)), null],
};

/** Runs a receiver on 127.0.0.1 with this behaviour on each connection. */
export async function startHostile(act: Act) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    const request = new Promise<void>((came) => socket.once("data", () => came()));
    act(socket, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function flood(socket: Socket, more: string): void {
  const write = () => {
    while (!socket.destroyed && socket.write(more));
  };
  socket.on("drain", write);
  write();
}
