import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { invitationsApi } from "@/lib/invitations/contract";
import { renewInvitation } from "@/lib/invitations/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  POST: handle(invitationsApi.renew, (ctx, { params }) => renewInvitation(ctx, params.id)),
});
