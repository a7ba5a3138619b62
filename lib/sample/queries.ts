import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { sampleApi } from "./contract";

type Api = typeof sampleApi;

export const sampleQueries = {
  status: () =>
    queryOptions({
      queryKey: ["sample-data"],
      queryFn: ({ signal }) => call<Api["read"]>("GET /v1/sample-data", {}, signal),
      staleTime: 60_000,
    }),
};

export function useAddSampleData() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call<Api["add"]>("POST /v1/sample-data", {}),
    onSuccess: () => client.invalidateQueries(),
  });
}

export function useRemoveSampleData() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call<Api["remove"]>("DELETE /v1/sample-data", {}),
    // Any row on the screen may be sample data.
    onSuccess: () => client.invalidateQueries(),
  });
}
