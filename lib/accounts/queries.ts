import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { accountsApi } from "./contract";

export const accountQueries = {
  list: () =>
    queryOptions({
      queryKey: ["accounts"],
      queryFn: ({ signal }) => call<(typeof accountsApi)["list"]>("GET /v1/accounts", {}, signal),
      staleTime: 60_000,
    }),
};
