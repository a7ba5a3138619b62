import * as z from "zod";
import type { Endpoint, Reply, Result } from "@/lib/protocol/endpoint";

/** Encodes the result of an operation with its response schema, for the API and for pages. */
export async function encodeReply<E extends Endpoint>(endpoint: E, result: Promise<Result<E>>) {
  return z.encode(endpoint.response, await result) as Reply<E>;
}
