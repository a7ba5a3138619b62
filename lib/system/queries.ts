import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import type { systemApi } from "./contract";

type Api = typeof systemApi;
export type System = Reply<Api["read"]>;

const read = ({ signal }: { signal: AbortSignal }) =>
  call<Api["read"]>("GET /v1/system", {}, signal);

export const systemQueries = {
  read: () => queryOptions({ queryKey: ["system"], queryFn: read }),
  /** For the frame of all pages. Has a key of its own, so that it does not overwrite prefetched rows of a page. */
  summary: () => queryOptions({ queryKey: ["system", "summary"], queryFn: read }),
};
