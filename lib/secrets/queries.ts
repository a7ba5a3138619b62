import { useMutation } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { secretsApi } from "./contract";

/** A mutation although it only reads: a secret is asked for on purpose, and is kept in no cache. */
export function useRevealSecret(id: string) {
  return useMutation({
    mutationFn: () =>
      call<(typeof secretsApi)["reveal"]>("GET /v1/webhooks/{id}/secret", { params: { id } }),
    gcTime: 0,
  });
}
