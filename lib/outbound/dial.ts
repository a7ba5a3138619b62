import type { LookupAddress } from "node:dns";
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls, TLSSocket } from "node:tls";
import { ConnectFailure, openTlsFailure, socketFailure } from "./connect-failure";
import type { ConnectPhases } from "./phases";

type Dialled = {
  host: string;
  port: string;
  addresses: LookupAddress[];
  secure: boolean;
  /** Time limit of all addresses together. */
  timeoutMs: number;
};

/**
 * Longest wait for one address while others are left. Node ends an attempt before it begins the next, so after its default of
 * 250 ms a receiver far away, or one lost packet (sent again after 1 s), would leave only addresses without a route.
 */
export const longestAttemptMs = 2000;

/** Starts to connect to the addresses, one after the other. The host name is used for TLS only. */
export function dial({ host, port, addresses, secure, timeoutMs }: Dialled): Socket {
  const attemptMs = Math.min(longestAttemptMs, Math.ceil(timeoutMs / addresses.length));
  const target = {
    host,
    lookup: answering(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: Math.max(1, attemptMs),
  };
  if (!secure) return connectTcp({ ...target, port: Number(port || 80) });
  return connectTls({ ...target, port: Number(port || 443), ...tlsTo(host) });
}

/** Starts TLS with the receiver over a connection. */
export function secured(socket: Socket, host: string): TLSSocket {
  return connectTls({ socket, ...tlsTo(host) });
}

/** Returns the TLS options of a connection to a host. */
export function tlsTo(host: string) {
  return {
    servername: isIP(host) ? "" : host,
    ALPNProtocols: ["http/1.1"],
    // Explicit, because an environment variable could otherwise turn the check off.
    rejectUnauthorized: true,
  };
}

type Times = Pick<ConnectPhases, "connectMs" | "tlsMs">;

/**
 * Waits until the connection is established, TLS included.
 * @param reachedMs duration of the TCP connection, when it is established and only TLS remains
 * @throws ConnectFailure on an error or after the time limit
 */
export function connected(
  socket: Socket,
  host: string,
  timeoutMs: number,
  reachedMs: number | null = null,
): Promise<Times> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now() - (reachedMs ?? 0);
    let connectMs = reachedMs;
    let isOpen = false;
    const timer = setTimeout(() => {
      reject(new ConnectFailure("timeout", timeoutSentence(host, connectMs !== null)));
      socket.destroy();
    }, timeoutMs);
    socket.setNoDelay(true).setKeepAlive(true, 60_000);
    socket.once("connect", () => {
      connectMs = Math.round(performance.now() - startedAt);
    });
    const secure = socket instanceof TLSSocket;
    socket.once(secure ? "secureConnect" : "connect", () => {
      clearTimeout(timer);
      isOpen = true;
      const tookMs = Math.round(performance.now() - startedAt);
      resolve({ connectMs, tlsMs: secure ? tookMs - (connectMs ?? 0) : null });
    });
    // Never removed: an error before the next owner listens would end the process.
    socket.on("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      reject(socketFailure(error, host, connectMs !== null));
      // Node reports that TLS broke, and leaves the connection open.
      if (isOpen && error.code?.startsWith("ERR_SSL_")) socket.destroy(openTlsFailure(error, host));
    });
  });
}

function answering(addresses: LookupAddress[]): LookupFunction {
  return (_host, { all }, answer) => {
    const [first] = addresses;
    if (all) answer(null, addresses);
    else answer(null, first?.address ?? "", first?.family);
  };
}

function timeoutSentence(host: string, reached: boolean): string {
  return reached
    ? `${host} took the connection, but the TLS handshake did not finish in time.`
    : `${host} did not take the connection in time.`;
}
