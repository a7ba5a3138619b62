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

export function sourceOf(request: Request, requestId: string): RequestSource {
  const { headers } = request;
  const forwarded = headers.get("x-forwarded-for");
  noteForwarding(forwarded);
  return {
    requestId,
    address: clientAddress(sockets.get(request), forwarded, env().TRUST_PROXY),
    userAgent: headers.get("user-agent")?.slice(0, 200),
    device: deviceTokenIn(headers.get("cookie")),
  };
}
