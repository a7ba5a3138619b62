import { useMutation } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { reachabilityApi } from "./contract";

type Api = typeof reachabilityApi;

export function useCheckReachability() {
  return useMutation({
    mutationFn: (callbackUrl: string) =>
      call<Api["check"]>("POST /v1/reachability-check", { body: { callbackUrl } }),
  });
}
