import { maxHeaderSize, STATUS_CODES } from "node:http";
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
type Connection = Duplex & { remoteAddress?: string | undefined };

/** Answers malformed HTTP in the API's error format (Node would send an empty 400). */
export function answerMalformed(error: ParseError, socket: Connection): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
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
