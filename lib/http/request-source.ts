import { clientAddress } from "@/lib/client-address";
import type { RequestSource } from "@/lib/context";
import { env } from "@/lib/env";
import { noteForwarding } from "@/lib/ignored-proxy";
import { deviceTokenIn } from "@/lib/session/cookie";

const sockets = new WeakMap<Request, string>();

/**
 * Stores the socket's address of a request. The server that accepted the connection calls it; under plain `next start`
 * the address is unknown.
 */
export function setSocketAddress(request: Request, socketAddress: string): void {
  sockets.set(request, socketAddress);
}

/** Returns the address of the client. */
export function addressOf(request: Request): string | undefined {
  const forwarded = request.headers.get("x-forwarded-for");
  return clientAddress(sockets.get(request), forwarded, env().TRUST_PROXY);
}

export function sourceOf(request: Request, requestId: string): RequestSource {
  const { headers } = request;
  noteForwarding(headers.get("x-forwarded-for"));
  return {
    requestId,
    address: addressOf(request),
    userAgent: headers.get("user-agent")?.slice(0, 200),
    device: deviceTokenIn(headers.get("cookie")),
  };
}
