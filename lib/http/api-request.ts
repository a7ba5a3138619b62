import type { Context } from "@/lib/context";
import type { Endpoint } from "@/lib/protocol/endpoint";

/** Who sends a request. */
export type Caller = Pick<Context, "actor" | "accountId">;

/** A request to an endpoint, with what is learned of it while it is served. */
export type ApiRequest = {
  endpoint: Endpoint;
  request: Request;
  /** Time of its arrival, by `performance.now()`. */
  startedAt: number;
  /** Set when the caller is known, also if the request is then refused. */
  caller?: Caller;
  /** Length of the body in characters, once it was read. */
  size?: number;
  /** Set when the request is refused from memory: the caller that the earlier refusal was for. */
  repeatedFor?: Caller;
};
