import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import type { InvitationDraft, invitationsApi } from "./contract";

type Api = typeof invitationsApi;
export type Invitation = Reply<Api["list"]>["invitations"][number];
export type IssuedInvitation = Reply<Api["create"]>;
const all = ["invitations"] as const;

export const invitationQueries = {
  list: () =>
    queryOptions({
      queryKey: all,
      queryFn: ({ signal }) => call<Api["list"]>("GET /v1/invitations", {}, signal),
    }),
};

export function useInvite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: InvitationDraft) => call<Api["create"]>("POST /v1/invitations", { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
    // The response has the link, so it is dropped when the dialog closes.
    gcTime: 0,
  });
}

export function useRenewInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      call<Api["renew"]>("POST /v1/invitations/{id}/renew", { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
    gcTime: 0,
  });
}

export function useRevokeInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      call<Api["revoke"]>("DELETE /v1/invitations/{id}", { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
  });
}
