import { z } from "zod";
import type { Endpoint, Reply, Result } from "@/lib/protocol/endpoint";

/** The door: whatever an operation returns leaves through its contract, for the API and for a page alike. */
export async function serve<E extends Endpoint>(endpoint: E, result: Promise<Result<E>>) {
  return z.encode(endpoint.response, await result) as Reply<E>;
}
