import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import type { ApiKeyDraft, ApiKeyRotation, apiKeysApi } from "./contract";

type Api = typeof apiKeysApi;
export type ApiKey = Reply<Api["list"]>["apiKeys"][number];
export type NewestKeys = Reply<Api["list"]>;
export type IssuedApiKey = Reply<Api["issue"]>;
const all = ["api-keys"] as const;

export const apiKeyQueries = {
  list: () =>
    queryOptions({
      queryKey: all,
      queryFn: ({ signal }) => call<Api["list"]>("GET /v1/api-keys", { query: {} }, signal),
    }),
  /** The newest keys. */
  newest: () =>
    queryOptions({
      queryKey: [...all, "newest"],
      queryFn: ({ signal }) =>
        call<Api["list"]>("GET /v1/api-keys", { query: { limit: 50 } }, signal),
    }),
};

export function useIssueApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ApiKeyDraft) => call<Api["issue"]>("POST /v1/api-keys", { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
    // The response has the key itself, so it is dropped when the dialog closes.
    gcTime: 0,
  });
}

type Rotation = { id: string; overlapSeconds: ApiKeyRotation["overlapSeconds"] };

export function useRotateApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, overlapSeconds }: Rotation) =>
      call<Api["rotate"]>("POST /v1/api-keys/{id}/rotate", {
        params: { id },
        body: { overlapSeconds },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
    gcTime: 0,
  });
}

export function useRestoreApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      call<Api["restore"]>("POST /v1/api-keys/{id}/restore", { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
  });
}

export function useRevokeApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call<Api["revoke"]>("DELETE /v1/api-keys/{id}", { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
  });
}
