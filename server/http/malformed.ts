import { maxHeaderSize, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { uuidv7 } from "uuidv7";
import { logRefused } from "@/lib/http/request-log";
import { dataPolicy, securityHeaders } from "@/lib/http/security-headers";
import { transportHeaders } from "@/lib/http/transport-headers";
import { Problem } from "@/lib/protocol/problem";
import { transportProblems } from "@/lib/protocol/transport-problems";

const protection = { ...securityHeaders, "content-security-policy": dataPolicy };

/** `rawPacket` is the last chunk given to the parser. */
type ParseError = Error & { code?: string; rawPacket?: Buffer };
/** `_httpMessage` is the response that Node is sending, to this request or, if requests are pipelined, to an earlier one. */
type Connection = Duplex & {
  remoteAddress?: string | undefined;
  _httpMessage?: ServerResponse | null;
};

/** Connections with malformed HTTP that is answered after the responses to the requests before it. */
const waiting = new WeakSet<Connection>();

/**
 * Answers malformed HTTP in the API's error format (Node would send an empty 400). A response to an earlier request is sent
 * first. If it has begun, the connection is cut instead: the answer would become a part of it.
 */
export function answerMalformed(error: ParseError, socket: Connection): void {
  const response = socket._httpMessage;
  const isBegun = response?.headersSent && !response.writableEnded;
  if (error.code === "ECONNRESET" || !socket.writable || isBegun) socket.destroy();
  else if (response?.writableEnded || response?.req.complete) answerAfter(response, error, socket);
  else answer(error, socket);
}

function answerAfter(response: ServerResponse, error: ParseError, socket: Connection): void {
  // What follows is malformed as well.
  if (waiting.has(socket)) return;
  waiting.add(socket);
  response.once("finish", () => {
    waiting.delete(socket);
    answerMalformed(error, socket);
  });
}

function answer(error: ParseError, socket: Connection): void {
  const problem = problemOf(error);
  const requestId = uuidv7();
  logRefused({ requestId, address: socket.remoteAddress }, problem);
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    "cache-control: no-store",
    ...Object.entries({ ...protection, ...transportHeaders() }).map((pair) => pair.join(": ")),
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

function problemOf({ code, rawPacket }: ParseError): Problem {
  if (code === "HPE_HEADER_OVERFLOW") {
    return isLongUrl(rawPacket) ? longUrl() : new Problem(43100, transportProblems[43100]);
  }
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new Problem(40800, transportProblems[40800]);
  return new Problem(
    40000,
    "The request is not valid HTTP/1.1. Check its first line, its headers and its length.",
  );
}

/** Returns whether the limit was reached in the request line: a method, a space, and no line end within 16 KiB. */
function isLongUrl(packet: Buffer | undefined): boolean {
  const start = packet?.subarray(0, maxHeaderSize).toString("latin1") ?? "";
  return start.length === maxHeaderSize && /^[A-Z]+ [^\r\n]*$/.test(start);
}

function longUrl(): Problem {
  const message = "Use at most 16,000 characters";
  return new Problem(40000, `url: ${message}.`, { issues: [{ path: "url", message }] });
}
