import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { signingKeysApi } from "./contract";

type Api = typeof signingKeysApi;
const path = "/v1/webhooks/{id}/signing-key";

/** Enables or disables signatures with a key pair besides the shared secret. */
export function useSetSigningKey(id: string) {
  const client = useQueryClient();
  const sent = { params: { id } };
  return useMutation({
    mutationFn: async (enabled: boolean): Promise<void> => {
      if (enabled) await call<Api["enable"]>(`PUT ${path}`, sent);
      else await call<Api["disable"]>(`DELETE ${path}`, sent);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ["secrets", id] }),
  });
}
