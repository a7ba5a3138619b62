import { clientAddress } from "@/lib/client-address";
import type { Origin } from "@/lib/context";
import { env } from "@/lib/env";

const sockets = new WeakMap<Request, string>();

/** Told by the server that accepted the connection; under plain `next start` nobody knows. */
export function cameFrom(request: Request, socketAddress: string): void {
  sockets.set(request, socketAddress);
}

export function originOf(request: Request, requestId: string): Origin {
  const forwarded = request.headers.get("x-forwarded-for");
  return {
    requestId,
    address: clientAddress(sockets.get(request), forwarded, env().TRUST_PROXY),
    userAgent: request.headers.get("user-agent")?.slice(0, 200),
  };
}
