import { useMutation } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { SignatureCheckDraft, signatureCheckApi } from "./contract";

type Api = typeof signatureCheckApi;

/** Checks a signature. Neither the secret nor the request is cached. */
export function useCheckSignature() {
  return useMutation({
    mutationFn: (body: SignatureCheckDraft) =>
      call<Api["check"]>("POST /v1/signature-check", { body }),
    gcTime: 0,
  });
}
