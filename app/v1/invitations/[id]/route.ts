import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { invitationsApi } from "@/lib/invitations/contract";
import { revokeInvitation } from "@/lib/invitations/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  DELETE: handle(invitationsApi.revoke, (ctx, { params }) => revokeInvitation(ctx, params.id)),
});
