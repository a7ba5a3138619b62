import { request as requestHttp } from "node:http";
import { type RequestOptions, request as requestHttps } from "node:https";
import { isIPv6, type Socket, type TcpNetConnectOpts } from "node:net";
import { ConnectFailure } from "./connect-failure";
import { connected, longestAttemptMs, secured, tlsTo } from "./dial";
import type { ConnectPhases } from "./phases";
import { proxyLogin } from "./proxy-login";
import { hostOf } from "./target";

type Receiver = { host: string; port: string; secure: boolean };

/**
 * Connects to the receiver through the egress proxy, which resolves the name. TLS is end to end: of an https callback
 * the proxy sees the destination only.
 * @throws ConnectFailure `internal` for a failure before the receiver is reached
 */
export async function throughProxy(
  proxy: URL,
  { host, port, secure }: Receiver,
  timeoutMs: number,
): Promise<{ socket: Socket; phases: ConnectPhases }> {
  const startedAt = performance.now();
  const authority = `${isIPv6(host) ? `[${host}]` : host}:${port || (secure ? 443 : 80)}`;
  const tunnel = await openTunnel(proxy, authority, timeoutMs);
  const reachedMs = Math.round(performance.now() - startedAt);
  if (!secure) {
    return { socket: tunnel, phases: { dnsMs: null, connectMs: reachedMs, tlsMs: null } };
  }
  const socket = secured(tunnel, host);
  const times = await connected(socket, host, timeoutMs - reachedMs, reachedMs);
  return { socket, phases: { dnsMs: null, ...times } };
}

/** Opens a tunnel with CONNECT. Any 2xx opens it (RFC 9110 §9.3.6). */
function openTunnel(proxy: URL, authority: string, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const ask = proxy.protocol === "https:" ? requestHttps : requestHttp;
    const request = ask(connectTo(proxy, authority));
    const timer = setTimeout(() => request.destroy(new Error("it did not answer")), timeoutMs);
    request.once("connect", ({ statusCode = 0 }, socket: Socket) => {
      clearTimeout(timer);
      // Never removed: an error before the next owner listens would end the process.
      socket.on("error", () => {}).setNoDelay(true);
      if (statusCode >= 200 && statusCode < 300) return resolve(socket);
      socket.destroy();
      reject(failure(authority, `it answered ${statusCode}`));
    });
    request.once("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      reject(failure(authority, error.code ?? error.message, error));
    });
    request.end();
  });
}

/** Node passes options of the connection to it. Its types have only some of them. */
type ProxyOptions = RequestOptions & Pick<TcpNetConnectOpts, "autoSelectFamilyAttemptTimeout">;

function connectTo(proxy: URL, authority: string): ProxyOptions {
  const { port } = proxy;
  const login = proxyLogin(proxy);
  const host = hostOf(proxy.hostname);
  return {
    method: "CONNECT",
    host,
    ...(port && { port }),
    path: authority,
    headers: {
      host: authority,
      ...(login && { "proxy-authorization": `Basic ${Buffer.from(login).toString("base64")}` }),
    },
    agent: false,
    autoSelectFamilyAttemptTimeout: longestAttemptMs,
    // Of an https proxy. Node would otherwise take the name in `host`, which is that of the receiver.
    ...tlsTo(host),
  };
}

function failure(authority: string, reason: string, cause?: Error): ConnectFailure {
  return new ConnectFailure(
    "internal",
    `The egress proxy opened no connection to ${authority}: ${reason}.`,
    { cause },
  );
}
