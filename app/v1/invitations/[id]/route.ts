import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { invitationsApi } from "@/lib/invitations/contract";
import { readInvitation, revokeInvitation } from "@/lib/invitations/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(invitationsApi.read, (ctx, { params }) => readInvitation(ctx, params.id)),
  DELETE: handle(invitationsApi.revoke, (ctx, { params }) => revokeInvitation(ctx, params.id)),
});
