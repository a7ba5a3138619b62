import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { invitationsApi } from "@/lib/invitations/contract";
import { createInvitation, listInvitations } from "@/lib/invitations/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(invitationsApi.list, listInvitations),
  POST: handle(invitationsApi.create, (ctx, { body }) => createInvitation(ctx, body)),
});
