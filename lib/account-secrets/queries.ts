import { useMutation } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { AccountSecretRotation, accountSecretsApi } from "./contract";

type Api = typeof accountSecretsApi;

/** Reveals the secret. A mutation although it only reads, so that the secret is requested explicitly and not cached. */
export function useRevealAccountSecret(id: string) {
  return useMutation({
    mutationFn: () => call<Api["reveal"]>("GET /v1/accounts/{id}/secret", { params: { id } }),
    gcTime: 0,
  });
}

export function useRotateAccountSecret(id: string) {
  return useMutation({
    mutationFn: (body: AccountSecretRotation) =>
      call<Api["rotate"]>("POST /v1/accounts/{id}/secret/rotate", { params: { id }, body }),
    gcTime: 0,
  });
}
