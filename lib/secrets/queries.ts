import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { SecretRotation, secretsApi } from "./contract";

type Api = typeof secretsApi;

export const secretQueries = {
  /** Lists signing secrets with their times. The secrets themselves are never cached. */
  list: (id: string) =>
    queryOptions({
      queryKey: ["secrets", id],
      queryFn: ({ signal }) =>
        call<Api["list"]>("GET /v1/webhooks/{id}/secrets", { params: { id } }, signal),
    }),
};

/** Reveals a secret. A mutation although it only reads, so that the secret is requested explicitly and not cached. */
export function useRevealSecret(id: string) {
  return useMutation({
    mutationFn: () => call<Api["reveal"]>("GET /v1/webhooks/{id}/secret", { params: { id } }),
    gcTime: 0,
  });
}

export function useRotateSecret(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SecretRotation) =>
      call<Api["rotate"]>("POST /v1/webhooks/{id}/secret/rotate", { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: secretQueries.list(id).queryKey }),
    gcTime: 0,
  });
}

export function useEndOverlap(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call<Api["endOverlap"]>("DELETE /v1/webhooks/{id}/secret/previous", { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: secretQueries.list(id).queryKey }),
  });
}
