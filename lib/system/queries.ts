import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import type { systemApi } from "./contract";

type Api = typeof systemApi;
export type System = Reply<Api["read"]>;

export const systemQueries = {
  read: () =>
    queryOptions({
      queryKey: ["system"],
      queryFn: ({ signal }) => call<Api["read"]>("GET /v1/system", {}, signal),
    }),
};
