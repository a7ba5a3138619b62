import { useMutation } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import type { SignatureCheckDraft, signatureCheckApi } from "./contract";

type Api = typeof signatureCheckApi;
export type SignatureVerdict = Reply<Api["check"]>;

/** Checks a signature. Neither the secret nor the request is cached. */
export function useCheckSignature() {
  return useMutation({
    mutationFn: (body: SignatureCheckDraft) =>
      call<Api["check"]>("POST /v1/signature-check", { body }),
    gcTime: 0,
  });
}
