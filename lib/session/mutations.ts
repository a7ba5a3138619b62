import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { PasswordChange, sessionApi } from "./contract";

type Api = typeof sessionApi;

export function useSignOut() {
  return useMutation({
    mutationFn: () => call<Api["signOut"]>("DELETE /v1/session", {}),
    onSuccess: () => window.location.assign("/login"),
  });
}

/** Ends every other session of the person. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PasswordChange) =>
      call<Api["changePassword"]>("PUT /v1/session/password", { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["sessions"] }),
    gcTime: 0,
  });
}
